/** A model that an admin connects for the team. */
export const OWN_MODEL = {
  'own-model.heading': 'Your team’s own model',
  'own-model.intro':
    'A model that you connect here answers your team. It is asked one small thing first; its key is sealed, sent to that address alone and never shown again.',
  'own-model.beside':
    'The operator’s models stay the default. Yours is listed beside them, and can be chosen for each chat.',
  'own-model.address': 'Address (empty for OpenAI)',
  'own-model.model': 'Name of the model',
  'own-model.model.hint': 'As its provider writes it, for example gpt-5-mini at OpenAI.',
  'own-model.key': 'Key',
  'own-model.key.hint':
    'From the provider’s site, where API keys are made (OpenAI: platform.openai.com). Empty for a model that needs none.',
  'own-model.key-kept': 'Key (leave empty to keep the current one)',
  'own-model.submit': 'Check and connect',
  'own-model.checking': 'Checking…',
  'own-model.done': 'It answered and is connected.',
  'own-model.at': 'At {address}',
  'own-model.at-openai': 'At OpenAI',
  'own-model.sealed': 'key sealed',
  'own-model.no-key': 'without a key',
  'own-model.by': 'connected by {who} <when>when</when>',
  'own-model.since': 'connected <when>when</when>',
  'own-model.unreadable': 'Its key cannot be read any more. Enter it again.',
  'own-model.replace': 'Replace',
  'own-model.keep': 'Cancel',
  'own-model.remove': 'Remove',
  'own-model.remove-sure': 'Remove this model and its key?',
  'own-model.remove-it': 'Remove it',
  'own-model.removed': 'The model and its key were removed.',
  'own-model.found': '{model} of {program} runs on this machine.',
  'own-model.use': 'Use it',
} as const;
