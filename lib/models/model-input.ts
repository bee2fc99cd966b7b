/** What models accept besides text, by their names: nothing else says so in advance. */
import type { ModelSettings } from '@/lib/env';

/** Text only, images as well, or images and PDFs. */
export type Input = NonNullable<ModelSettings['input']>;

/** OpenAI models that accept text only; all current others accept images and files. */
const OPENAI_WORDS =
  /^(?:gpt-3\.5|gpt-4$|gpt-4-(?:\d|32k)|gpt-oss|o1-(?:mini|preview)|o3-mini|davinci|babbage)/i;

/**
 * Models known to accept images, among those served elsewhere over the same API. If one rejects them, it still gets the
 * text.
 */
const SEES =
  /gpt-4o|gpt-4\.\d|gpt-4-(?:turbo|vision)|gpt-[5-9]|chatgpt|(?:^|\/)o[134](?!-mini-|\d)|claude|gemini|gemma-?[34]|llava|moondream|minicpm-[vo]|pixtral|mistral-(?:small|medium|large)-[34]|internvl|vision|(?:^|[-_/\d])vl(?:[-_:\d]|$)|omni|multimodal|llama-?4|grok-[2-9]|nova-(?:lite|pro|premier)/i;

/** @param input the operator's setting, which takes precedence */
export function inputOf({ model, baseUrl, input }: ModelSettings): Input {
  if (input) return input;
  if (!baseUrl) return OPENAI_WORDS.test(model) ? 'text' : 'files';
  return SEES.test(model) && !/o[13]-mini|gpt-oss/i.test(model) ? 'images' : 'text';
}
