/** Which texts in a source are shown to people without being in the catalogue, and which of its keys a source uses. */
import { parseAst } from 'rolldown/parseAst';

interface Node {
  type: string;
  [field: string]: unknown;
}

/** By the file's name. */
type Lang = 'ts' | 'tsx';

/** Attributes that are shown or read out. */
const SPOKEN =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|words|hint|description)$/;
/** The same in every language. */
const NAMES =
  /\b(?:Amber|MCP|Halden Optics|Claude Code|Claude Desktop|Gemini CLI|VS Code|[A-Z]+(?:_[A-Z]+)+)\b/g;
const HAS_LETTERS = /\p{L}{2}/u;
/** For a string anywhere: more than one word, and one of them begins or ends like a sentence. */
const SENTENCE = /^(?:\p{Lu}\S*\s+\S*\p{L}.*|\p{L}.*\s.*\p{L}[.!?…:])$/su;
/** Their arguments are read by programmers. */
const NOT_SHOWN = /^(?:Error|TypeError|RangeError)$/;

/** Texts in a source that cannot be translated. */
export function strayWords(source: string, lang: Lang = 'tsx'): string[] {
  const found: string[] = [];
  visit(parsed(source, lang), (node, within) => {
    const text = textOf(node);
    if (text === null || !HAS_LETTERS.test(text.replace(NAMES, ''))) return;
    if (within === 'shown' || (within === 'code' && SENTENCE.test(text.trim()))) found.push(text.trim());
  });
  return found;
}

/** Every string of a source, those with placeholders as a pattern: possible keys of the catalogue. */
export function keysIn(source: string, lang: Lang = 'tsx'): { keys: Set<string>; patterns: RegExp[] } {
  const keys = new Set<string>();
  const patterns: RegExp[] = [];
  visit(parsed(source, lang), (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') keys.add(node.value);
    if (node.type !== 'TemplateLiteral') return;
    const parts = quasis(node);
    // `grants.${state}`: without a prefix before the placeholder it would match all keys.
    if (parts.length > 1 && /^[\w-]+\./.test(parts[0] ?? '')) {
      patterns.push(new RegExp(`^${parts.map((part) => part.replace(/[.\\-]/g, '\\$&')).join('[\\w-]+')}$`));
    }
  });
  return { keys, patterns };
}

const parsed = (source: string, lang: Lang) => parseAst(source, { lang }) as unknown as Node;

type Place = 'code' | 'shown' | 'unread';

function visit(node: Node, see: (node: Node, within: Place) => void, within: Place = 'code'): void {
  see(node, within);
  for (const [field, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see, placeOf(node, field, child, within));
    }
  }
}

/** The context of a child: an element's content is shown, an attribute such as a class is not. */
function placeOf(node: Node, field: string, child: Node, within: Place): Place {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return field === 'children' ? 'shown' : 'code';
    case 'JSXAttribute':
      return SPOKEN.test(String((node.name as Node).name))
        ? 'shown'
        : child.type === 'Literal'
          ? 'unread'
          : 'code';
    case 'NewExpression':
      return NOT_SHOWN.test(String((node.callee as Node).name)) ? 'unread' : 'code';
    case 'ImportDeclaration':
    case 'TSLiteralType':
      return 'unread';
    case 'JSXExpressionContainer':
    case 'LogicalExpression':
      return field === 'left' ? 'code' : within;
    case 'ConditionalExpression':
      return field === 'test' ? 'code' : within;
    default:
      return within === 'unread' ? 'unread' : 'code';
  }
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText') return String(node.value);
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? quasis(node).join('\u2026') : null;
}

function quasis(node: Node): string[] {
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
