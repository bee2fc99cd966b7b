'use client';
/**
 * Markdown as the page draws it. Nothing in it can make the browser ask another origin: HTML stays text,
 * images become words (`markdown-tree`), and no highlighter, diagram or formula is ever loaded.
 */
import { type ReactElement, type ReactNode, useRef } from 'react';
import { type Components, type ExtraProps, Streamdown, type StreamdownProps } from 'streamdown';
import { ScrollBox } from '@/components/shown/scroll-box';
import {
  BodyCell,
  type CellLooks,
  HeadCell,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
} from '@/components/shown/table-frame';
import { useCopy } from '@/components/shown/use-copy';
import type { TreeNode } from './markdown-node';
import { ELEMENTS, safeTree } from './markdown-tree';

interface MarkdownLayoutProps {
  text: string;
  streaming: boolean;
  cut?: boolean;
}

// Without the plugin that parses HTML, what looks like HTML stays the text it is.
const PLUGINS: StreamdownProps['rehypePlugins'] = [safeTree];

export default function MarkdownLayout({ text, streaming, cut = false }: MarkdownLayoutProps) {
  return (
    <div className="min-w-0 text-16 text-ink">
      <Streamdown
        // The one mode for both, so that the end of an answer draws nothing again.
        mode="streaming"
        isAnimating={streaming}
        parseIncompleteMarkdown={streaming || cut}
        rehypePlugins={PLUGINS}
        allowedElements={ELEMENTS}
        unwrapDisallowed
        components={COMPONENTS}
        controls={false}
        className="space-y-4"
      >
        {text}
      </Streamdown>
    </div>
  );
}

/** `node` carries what the tree's pass noted on it (`markdown-tree`). */
type Inside = ExtraProps & { children?: ReactNode };

const prose = 'max-w-[34rem] break-words';

/** Below the page's heading and the message's. How deep an answer begins is the model's choice: two levels do. */
function heading(Tag: 'h3' | 'h4', looks: string) {
  return ({ children }: Inside) => (
    <Tag className={`${prose} font-semibold text-ink ${looks}`}>{children}</Tag>
  );
}

const list = `${prose} space-y-1 pl-6`;

function Link({ href, children }: Inside & { href?: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="break-words underline decoration-edge underline-offset-2 hover:decoration-ink"
    >
      {children}
    </a>
  );
}

function CodeBlock({ children }: Inside) {
  const code = useRef<HTMLPreElement>(null);
  const { said, copy } = useCopy('Copy');
  return (
    <div className="min-w-0 overflow-hidden rounded-table border border-line bg-raised">
      <div className="flex justify-end border-line border-b px-3 py-1">
        <button
          type="button"
          onClick={() => copy(code.current?.textContent ?? '')}
          className="text-12 text-muted max-md:-my-2 max-md:min-h-11"
        >
          <span aria-live="polite">{said}</span>
        </button>
      </div>
      <ScrollBox name="Code" className="-outline-offset-2 overflow-x-auto">
        <pre ref={code} className="p-3 font-mono text-13 text-ink [&_code]:text-13">
          {children}
        </pre>
      </ScrollBox>
    </div>
  );
}

function Table({ children, node }: Inside) {
  const rows = rowsIn(node);
  return <TableFrame foot={`${rows} ${rows === 1 ? 'row' : 'rows'}`}>{children}</TableFrame>;
}

/** Rows of the body, without a line that sums them up. */
function rowsIn(node: TreeNode | undefined): number {
  if (!node) return 0;
  if (node.tagName === 'thead') return 0;
  if (node.tagName === 'tr') return node.properties?.dataTotal === true ? 0 : 1;
  return (node.children ?? []).reduce((sum, child) => sum + rowsIn(child), 0);
}

/** Ids and short commands are never broken. */
function isReference(children: ReactNode): boolean {
  return typeof children === 'string' && children.length <= 32;
}

function looksOf({ node }: Inside): CellLooks {
  const { dataFigure, dataExact, dataWhole, dataPlace } = node?.properties ?? {};
  const place = dataPlace === 'first' || dataPlace === 'last' ? dataPlace : 'below';
  return {
    figure: dataFigure === true,
    exact: dataExact === true,
    whole: dataWhole === true,
    place,
    named: true,
  };
}

const COMPONENTS: Components = {
  h1: heading('h3', 'pt-2 text-20'),
  h2: heading('h3', 'pt-2 text-16'),
  h3: heading('h3', 'pt-1 text-16'),
  h4: heading('h4', 'text-14'),
  h5: heading('h4', 'text-14'),
  h6: heading('h4', 'text-14'),
  p: ({ children }) => <p className={prose}>{children}</p>,
  ul: ({ children }) => <ul className={`${list} list-disc`}>{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className={`${list} list-decimal`}>
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="pl-1 marker:text-muted">{children}</li>,
  a: Link,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  blockquote: ({ children }) => (
    <blockquote className={`${prose} border-edge/55 border-l-2 pl-4 text-ink-2`}>{children}</blockquote>
  ),
  hr: () => <hr className="border-line border-t" />,
  code: ({ children }) => (
    <code className={`font-mono text-[0.93em] ${isReference(children) ? 'whitespace-nowrap' : ''}`}>
      {children}
    </code>
  ),
  pre: ({ children }): ReactElement => <CodeBlock>{children}</CodeBlock>,
  sup: ({ children }) => <sup className="text-12">{children}</sup>,
  table: Table,
  thead: ({ children }) => <TableHead>{children}</TableHead>,
  tbody: ({ children }) => <TableBody>{children}</TableBody>,
  tr: (props: Inside) => (
    <TableRow total={props.node?.properties?.dataTotal === true}>{props.children}</TableRow>
  ),
  th: (props: Inside) => <HeadCell looks={looksOf(props)}>{props.children}</HeadCell>,
  td: (props: Inside) => (
    <BodyCell looks={looksOf(props)} label={String(props.node?.properties?.dataLabel ?? '')}>
      {props.children}
    </BodyCell>
  ),
};
