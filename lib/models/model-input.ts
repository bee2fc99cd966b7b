/** What models take other than text, by their names: nothing else says so beforehand. */
import type { ModelSettings } from '@/lib/env';

/** Words alone, pictures as well, or pictures and PDFs. */
export type Input = NonNullable<ModelSettings['input']>;

/** Models of OpenAI that read words only; all others of today see pictures, and files. */
const OPENAI_WORDS =
  /^(?:gpt-3\.5|gpt-4$|gpt-4-(?:\d|32k)|gpt-oss|o1-(?:mini|preview)|o3-mini|davinci|babbage)/i;

/** Of models that speak the same language elsewhere those that are known to see. One that refuses gets words all the same. */
const SEES =
  /gpt-4o|gpt-4\.\d|gpt-4-(?:turbo|vision)|gpt-[5-9]|chatgpt|(?:^|\/)o[134](?!-mini-|\d)|claude|gemini|gemma-?[34]|llava|moondream|minicpm-[vo]|pixtral|mistral-(?:small|medium|large)-[34]|internvl|vision|(?:^|[-_/\d])vl(?:[-_:\d]|$)|omni|multimodal|llama-?4|grok-[2-9]|nova-(?:lite|pro|premier)/i;

/** @param input what the operator says of it; counts before everything */
export function inputOf({ model, baseUrl, input }: ModelSettings): Input {
  if (input) return input;
  if (!baseUrl) return OPENAI_WORDS.test(model) ? 'text' : 'files';
  return SEES.test(model) && !/o[13]-mini|gpt-oss/i.test(model) ? 'images' : 'text';
}
