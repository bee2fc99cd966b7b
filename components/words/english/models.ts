/** Models: the list in settings, and the choice in a chat. */
export const MODELS = {
  'place.models': 'Models',
  'settings.models.heading': 'Models',
  'models.intro':
    'Which models can answer, and what they cost. You choose one for each chat, below the message field.',
  'models.default': 'Default',
  'models.offline': 'Built-in rules, no language model. Understands simple requests.',
  'models.takes.text': 'Reads text',
  'models.takes.images': 'Reads text and images',
  'models.takes.files': 'Reads text, images and PDFs',
  'models.window': '{count, number} tokens of context',
  'models.output': 'writes up to {count, number} tokens at once',
  'models.price': '{in} per million tokens read, {out} per million written',
  'models.test': 'Test',
  'models.test-it': 'Test {title}',
  'models.testing': 'Testing…',
  'models.answered': 'It answered in {seconds} seconds.',
  'models.not-tested': 'The test failed.',
  'models.where':
    'The list comes from the file that AMBER_MODELS names, and from the settings of the server.',
  'models.choose': 'Model',
  'models.gone': 'No longer available: {title} answers',
  'models.not-changed': 'The model was not changed.',
} as const;
