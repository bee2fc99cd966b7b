/**
 * Looks for a model served on this machine, at the usual ports of three programs. Only loopback is queried, and only
 * for a list.
 */

const PROGRAMS = [
  { program: 'Ollama', port: 11_434 },
  { program: 'LM Studio', port: 1234 },
  { program: 'llama.cpp', port: 8080 },
];
/** A program on this machine answers within this time, in milliseconds, or does not exist. */
const PATIENCE_MS = 700;
/** A name as those programs use them; anything else is rejected, since it would be printed on the terminal. */
const NAME = /^[!-~]{1,200}$/;

/**
 * @param {{program: string, port: number}[]} programs in order of preference
 * @returns {Promise<{program: string, baseUrl: string, model: string} | null>} the first model of the first program
 * that has one
 */
export async function findLocalModel(programs = PROGRAMS, patienceMs = PATIENCE_MS) {
  const found = await Promise.all(programs.map((one) => ask(one, patienceMs)));
  return found.find((one) => one !== null) ?? null;
}

async function ask({ program, port }, patienceMs) {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  try {
    // A redirect could lead off this machine.
    const answer = await fetch(`${baseUrl}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) return null;
    const { data } = await answer.json();
    const ids = Array.isArray(data) ? data.map((one) => one?.id) : [];
    const model = ids.find((id) => typeof id === 'string' && NAME.test(id) && !/embed/i.test(id));
    return model === undefined ? null : { program, baseUrl, model };
  } catch {
    return null;
  }
}

/**
 * The settings for the server: to use the model, or only that it exists, so that an admin can enable it.
 * @param {{program: string, baseUrl: string, model: string} | null} found
 * @param {boolean} isChosen by the operator
 * @returns {Record<string, string>} settings
 */
export function localSettings(found, isChosen) {
  // A value from the environment is not what was found.
  if (!found) return { AMBER_FOUND_MODEL: '' };
  if (!isChosen) return { AMBER_FOUND_MODEL: JSON.stringify(found) };
  return { OPENAI_BASE_URL: found.baseUrl, OPENAI_MODEL: found.model, OPENAI_API: 'chat' };
}
