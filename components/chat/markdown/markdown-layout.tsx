'use client';
/**
 * Markdown as the page renders it. Nothing in it can make the browser request another origin: HTML stays text, and
 * images become words (`markdown-tree`). Each block has the direction of its own text.
 */
import { type ReactElement, type ReactNode, useMemo } from 'react';
import remarkMath from 'remark-math';
import {
  type Components,
  defaultRemarkPlugins,
  type ExtraProps,
  Streamdown,
  type StreamdownProps,
} from 'streamdown';
import { cutText } from '@/components/api/cut-text';
import { BodyCell, type CellLooks, TableHead, TableRow } from '@/components/shown/table/table-frame';
import { namesRecord } from '@/components/tool-call/result/columns';
import { CodeBlock } from './code-block';
import { DiagramBlock } from './diagram/diagram-block';
import { FormulaSource } from './formula-source';
import { Formula } from './loaded-apart';
import { withMathMarks } from './markdown-math';
import { property, type TreeNode, textOf } from './markdown-node';
import { ELEMENTS, safeTree } from './markdown-tree';
import { AnswerBody, AnswerHead, AnswerTable } from './table/answer-table';

interface MarkdownLayoutProps {
  text: string;
  streaming: boolean;
  cut?: boolean;
}

// Without the plugin that parses HTML, anything that looks like HTML stays text.
const PLUGINS: StreamdownProps['rehypePlugins'] = [safeTree];
const SYNTAX: StreamdownProps['remarkPlugins'] = [
  ...Object.values(defaultRemarkPlugins),
  [remarkMath, { singleDollarTextMath: false }],
];

export default function MarkdownLayout({ text, streaming, cut = false }: MarkdownLayoutProps) {
  // A table being written is not shown until it is recognisable as one, and then in whole rows.
  const marked = useMemo(() => withMathMarks(streaming ? cutText(text).text : text), [text, streaming]);
  return (
    <div className="min-w-0 text-16 text-ink">
      <Streamdown
        // The same mode for both, so that the end of an answer renders nothing again.
        mode="streaming"
        isAnimating={streaming}
        parseIncompleteMarkdown={streaming || cut}
        remarkPlugins={SYNTAX}
        rehypePlugins={PLUGINS}
        allowedElements={ELEMENTS}
        unwrapDisallowed
        components={COMPONENTS}
        controls={false}
        className="space-y-4"
      >
        {marked}
      </Streamdown>
    </div>
  );
}

/** `node` carries the notes of the tree's pass (`markdown-tree`). */
type Inside = ExtraProps & { children?: ReactNode };

const prose = 'max-w-[34rem] break-words';

/** Below the page's heading and the message's. The model chooses its heading levels; two levels suffice. */
function heading(Tag: 'h3' | 'h4', looks: string) {
  return ({ children }: Inside) => (
    <Tag dir="auto" className={`${prose} font-semibold text-ink ${looks}`}>
      {children}
    </Tag>
  );
}

const list = `${prose} space-y-1 ps-6`;

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

/** The contents of a code block, and its language; or a formula on a line of its own. */
function Block({ node }: Inside) {
  const [code] = (node as TreeNode | undefined)?.children?.filter(({ tagName }) => tagName === 'code') ?? [];
  const words = code ? textOf(code).replace(/\n$/, '') : '';
  if (code && property(code, 'dataMath') !== '') return <FormulaOf source={words} display />;
  const language = code ? property(code, 'dataLanguage') : '';
  return language === 'mermaid' ? (
    <DiagramBlock code={words} />
  ) : (
    <CodeBlock code={words} language={language} />
  );
}

function FormulaOf({ source, display }: { source: string; display: boolean }) {
  return (
    <Formula key={source} source={source} display={display} fallback={<FormulaSource source={source} />} />
  );
}

/** A span of code, or a formula inside a line. */
function Code({ children, node }: Inside) {
  if (node && property(node, 'dataMath') !== '') return <FormulaOf source={textOf(node)} display={false} />;
  return (
    <code dir="ltr" className={`font-mono text-[0.93em] ${isReference(children) ? 'whitespace-nowrap' : ''}`}>
      {children}
    </code>
  );
}

/** Ids and short commands are never broken across lines. */
function isReference(children: ReactNode): boolean {
  return typeof children === 'string' && children.length <= 32;
}

function looksOf({ node }: Inside): CellLooks {
  const { dataLabel, dataFigure, dataExact, dataWhole, dataPlace } = node?.properties ?? {};
  const place = dataPlace === 'first' || dataPlace === 'last' ? dataPlace : 'below';
  return {
    figure: dataFigure === true,
    exact: dataExact === true,
    whole: dataWhole === true,
    place,
    // A name needs no visible heading; any other heading may change what a row means.
    named: !(place === 'first' && namesRecord(String(dataLabel ?? ''))),
  };
}

const COMPONENTS: Components = {
  h1: heading('h3', 'pt-2 text-20'),
  h2: heading('h3', 'pt-2 text-16'),
  h3: heading('h3', 'pt-1 text-16'),
  h4: heading('h4', 'text-14'),
  h5: heading('h4', 'text-14'),
  h6: heading('h4', 'text-14'),
  p: ({ children }) => (
    <p dir="auto" className={prose}>
      {children}
    </p>
  ),
  ul: ({ children }) => (
    <ul dir="auto" className={`${list} list-disc`}>
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start} className={`${list} list-decimal`}>
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="ps-1 marker:text-muted">{children}</li>,
  a: Link,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  blockquote: ({ children }) => (
    <blockquote dir="auto" className={`${prose} border-edge/55 border-s-2 ps-4 text-ink-2`}>
      {children}
    </blockquote>
  ),
  hr: () => <hr className="border-line border-t" />,
  code: Code,
  pre: (props: Inside): ReactElement => <Block node={props.node} />,
  bdi: ({ children }) => <bdi>{children}</bdi>,
  sup: ({ children }) => <sup className="text-12">{children}</sup>,
  table: ({ children, node }: Inside) => <AnswerTable node={node}>{children}</AnswerTable>,
  thead: ({ children }) => <TableHead>{children}</TableHead>,
  tbody: ({ children }) => <AnswerBody>{children}</AnswerBody>,
  tr: (props: Inside) => (
    <TableRow total={props.node?.properties?.dataTotal === true}>{props.children}</TableRow>
  ),
  th: (props: Inside) => (
    <AnswerHead node={props.node} looks={looksOf(props)}>
      {props.children}
    </AnswerHead>
  ),
  td: (props: Inside) => (
    <BodyCell looks={looksOf(props)} label={String(props.node?.properties?.dataLabel ?? '')}>
      {props.children}
    </BodyCell>
  ),
};
