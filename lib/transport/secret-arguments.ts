/**
 * Finds what looks like a secret in a program's arguments, or in a server's address, where the operator wrote it out.
 */
import { isLiteral, isSecretName, type Span, secretSpans } from './secrets';

/** `--token=X`, and `TOKEN=X` after a flag for the environment. */
const ASSIGNED = /^(-{0,2}[A-Za-z_][\w.-]*)=/;
const IS_ENV = /^(?:-e|--env)$/;
/** A word like this after a flag that takes a value is the next flag: the value is missing. */
const IS_FLAG = /^(?:--[A-Za-z]|-[A-Za-z]$)/;
/** Flags followed by `user:X`. */
const LOGIN = /^(?:-u|--user|--auth|--basic-auth|--login|--userpass)$/;
/** Values of `-p` that are a port, ports, a version or a folder. */
const NO_PASSWORD =
  /^(?:(?:(?:[\d.]+|\[[\da-f:]+\]):)?\d{1,5}(?:-\d{1,5})?(?::\d{1,5}(?:-\d{1,5})?)?(?:\/(?:tcp|udp))?|v?\d+(?:\.\d+)+|(?:~|\.{1,2})?[/\\].*|[A-Za-z]:\\.*|\.{1,2})$/s;
/** Programs that run others; before the name of what they run, `-p` says what that is or where. */
const LAUNCHER =
  /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|deno|uvx?|pipx|docker|podman|mkdir|env|node|tsx)(?:\.cmd|\.exe)?$/i;

/** Where a secret is in each argument: a flag's name may say that the next argument is one. */
export function argumentSpans(args: readonly string[], command = ''): Span[][] {
  const isLauncher = LAUNCHER.test(command.split(/[/\\]/).at(-1) ?? '');
  return args.map((arg, index) => {
    const flag = args[index - 1] ?? '';
    const span = assigned(arg, flag) ?? following(arg, flag);
    const isAfter =
      !isLauncher ||
      args.slice(0, index - 1).some((one, at) => !one.startsWith('-') && args[at - 1] !== '-p');
    const found = span ?? (flag === '-p' && isAfter && !NO_PASSWORD.test(arg) ? all(arg) : undefined);
    const isSecret = found && found.from < found.to && isLiteral(arg.slice(found.from, found.to));
    return isSecret ? [found] : secretSpans(arg);
  });
}

/** The part of an address after its question mark. */
export function querySpans(url: string): Span[] {
  const query = /\?([^#]*)/.exec(url);
  if (!query) return [];
  let at = query.index + 1;
  return (query[1] ?? '').split('&').flatMap((part) => {
    const from = at + part.indexOf('=') + 1;
    const to = at + part.length;
    const name = url.slice(at, Math.max(at, from - 1));
    at = to + 1;
    if (name !== '' && isSecretName(decoded(name))) return from < to ? [{ from, to }] : [];
    return secretSpans(url.slice(from, to)).map((span) => ({ from: from + span.from, to: from + span.to }));
  });
}

const all = (arg: string): Span => ({ from: 0, to: arg.length });

function assigned(arg: string, flag: string): Span | undefined {
  const [whole, name = ''] = ASSIGNED.exec(arg) ?? [];
  if (whole === undefined || !(name.startsWith('-') || IS_ENV.test(flag))) return undefined;
  if (isSecretName(name)) return unquoted(arg, whole.length);
  return LOGIN.test(name) ? behindUser(arg, whole.length) : undefined;
}

function following(arg: string, flag: string): Span | undefined {
  if (!flag.startsWith('-') || /[=:]/.test(flag)) return undefined;
  if (LOGIN.test(flag)) return behindUser(arg, 0);
  return isSecretName(flag) && !IS_FLAG.test(arg) ? all(arg) : undefined;
}

/** The X of `user:X`; numbers on both sides are a user id and a group id. */
function behindUser(arg: string, at: number): Span | undefined {
  const [whole, user = ''] = /^([^\s:/]*):(?!\/\/)(?=.)/s.exec(arg.slice(at)) ?? [];
  if (whole === undefined) return undefined;
  const from = at + whole.length;
  return /^\d+$/.test(user) && /^\d+$/.test(arg.slice(from)) ? undefined : { from, to: arg.length };
}

function unquoted(arg: string, at: number): Span {
  const isQuoted = /^(["']).*\1$/s.test(arg.slice(at)) && arg.length - at > 1;
  return isQuoted ? { from: at + 1, to: arg.length - 1 } : { from: at, to: arg.length };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
