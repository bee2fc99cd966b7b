/** The stages of a Dockerfile as this machine can perform them: what is copied, run and set. */
import { DockerfileParser } from 'dockerfile-ast';

/**
 * @typedef {{name: string, from: string, steps: Step[]}} Stage
 * @typedef {{kind: string, text: string, words: string[], stage?: string}} Step `words` are the arguments; those of
 * JSON form as written.
 */

/**
 * @param {string} text of a Dockerfile
 * @returns {Stage[]} in their order
 * @throws Error that names an unsupported instruction: none is skipped silently
 */
export function stagesOf(text) {
  /** @type {Stage[]} */
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const kind = instruction.getKeyword();
    if (kind === 'FROM') {
      stages.push({ name: instruction.getBuildStage() ?? '', from: instruction.getImage() ?? '', steps: [] });
      continue;
    }
    if (!KNOWN.has(kind)) throw new Error(`${kind} is not known here: teach scripts/image what it does.`);
    stages.at(-1)?.steps.push(stepOf(kind, instruction));
  }
  return stages;
}

const KNOWN = new Set(['WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']);

function stepOf(kind, instruction) {
  const text = instruction.getArgumentsContent() ?? '';
  const flags = instruction.getFlags?.() ?? [];
  const stage = flags.find((flag) => flag.getName() === 'from')?.getValue();
  const json = /\[.*\]$/s.exec(text);
  const isJson = (kind === 'CMD' || kind === 'HEALTHCHECK') && json;
  const words = isJson ? JSON.parse(json[0]) : instruction.getArguments().map((one) => one.getValue());
  return { kind, text, words, ...(stage && { stage }) };
}
