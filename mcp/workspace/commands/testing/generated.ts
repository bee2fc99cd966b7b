// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are the shell's
/** Commands generated from a seed: some whose effect is compared, and scripts that hide one. */

/** Numbers below `most`, the same for the same seed (mulberry32). */
export function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** Inside the workspace, and harmless wherever they run: no path in them is absolute or leads up. */
export function effectCommand(seed: number): string {
  const roll = dice(seed);
  const from = (all: readonly string[]) => all[roll(all.length)] ?? '';
  const file = () =>
    from(['a', 'big', '.hidden', "'my file.txt'", 'src/index.ts', 'src/deep/down.ts', 'sub/file', 'x.sh']);
  const folder = () => from(['src', 'sub', 'src/deep', 'made', "'made too'"]);
  const name = () => from(['n1', 'n2', 'src/n3', 'sub/n4', "'n 5'", 'made/n6']);
  const steps: (() => string)[] = [
    () => `echo ${roll(1000)} >> ${file()}`,
    () => `printf '\\0\\377%s' ${roll(1000)} > ${name()}`,
    () => `mkdir -p ${folder()}/d${roll(3)}`,
    () => `cp ${file()} ${name()}`,
    () => `cp -r ${folder()} copy${roll(3)}`,
    () => `mv ${file()} ${name()}`,
    () => `mv ${folder()} moved${roll(3)}`,
    () => `rm -f ${file()}`,
    () => `rm -rf ${folder()}`,
    () => `rm -rf ${folder()}; mkdir -p src; echo x > src/anew`,
    () => `chmod ${from(['600', '755', '640', 'u+x', 'go-r'])} ${file()}`,
    () => `chmod ${from(['700', '755', '711'])} ${folder()}`,
    () => `ln -s ${from(['a', 'sub', 'nowhere'])} link${roll(3)}`,
    () => `ln ${file()} hard${roll(3)}`,
    () => `sed -i 's/e/E/' ${file()}`,
    () => `truncate -s ${roll(5000)} ${file()}`,
    () => `touch ${name()}`,
    () => `rm -f ${file()}; mkdir -p ${from(['a', 'big', 'x.sh'])}/in`,
    () => `umask 077; echo private > ${name()}; mkdir -p ${folder()}/p`,
    () => `sort -o ${file()} ${file()}`,
    () => `split -l 500 big part${roll(2)}`,
    () =>
      `tar cf all.tar --mtime=@0 --owner=0 --group=0 --numeric-owner ${file()} && rm -f ${file()} && mkdir -p made && tar xf all.tar -C made`,
  ];
  const count = 1 + roll(4);
  return Array.from({ length: count }, () => steps[roll(steps.length)]?.() ?? '').join('; ');
}

/** Places in a script where a command runs without looking like one; `H` stands for it. */
const HIDING = [
  'ls; H',
  'ls\nH',
  'ls && H',
  'false || H',
  'ls | H',
  'ls & H',
  'echo $(H)',
  'echo `H`',
  '"$(H)"',
  'echo "$(H)"',
  'echo "`H`"',
  'cat <<E\n$(H)\nE',
  'cat <<E\n`H`\nE',
  'cat <<E\n\t$(H)\nE',
  'cat <<-E\n\t`H`\n\tE',
  'cat <<< $(H)',
  'cat <<< "`H`"',
  'echo "${x:-$(H)}"',
  'echo "${x:-`H`}"',
  'echo ${x:=`H`}',
  'y=1; echo ${y%$(H)}',
  'y=1; echo ${y#`H`}',
  'y=1; echo ${y/$(H)/z}',
  'y=1; echo ${y/1/`H`}',
  'y=abc; echo ${y:$(H;echo 0)}',
  'a=(1); echo ${a[$(H)0]}',
  'echo ${a[{a,$(H)}]}',
  'echo $((a[$(H)0]))',
  'echo $(( $(H; echo 1) + 1 ))',
  '((a[$(H)0]))',
  "test -v 'a[$(H)]'",
  "[ -v 'a[$(H)]' ]",
  "printf -v 'a[$(H)0]' x",
  "[[ -v 'a[$(H)]' ]]",
  "[[ 'a[$(H)]' -eq 0 ]]",
  "let 'a[$(H)0]=1'",
  "wait -n -p 'a[$(H)]'",
  "declare 'a[$(H)0]=1'",
  "read 'a[$(H)0]' <<< x",
  "unset 'a[$(H)0]'",
  "x='a[$(H)0]'; echo $((x))",
  "compgen -C 'H' x",
  'ls() { H; }; ls',
  'trap "H" EXIT; ls',
  'trap H EXIT',
  'coproc H',
  '(H)',
  '{ H; }',
  '! H',
  'time H',
  'if H; then ls; fi',
  'while H; false; do ls; done',
  'for x in $(H); do ls; done',
  'for ((i=$(H)0;i<0;i++)); do :; done',
  'case $(H) in *) ls;; esac',
  'case x in x) H;; esac',
  'select x in $(H); do ls; done',
  'cat <(H)',
  'ls > >(H)',
  'cat < <(H)',
  'a=(`H`)',
  'x=$(H) ls',
  'x=`H`',
  'ls "$(H)"x',
  'ls x`H`y',
  "eval 'H'",
  'eval "H"',
  "bash -c 'H'",
  'env H',
  'exec H',
  'command H',
  'builtin eval H',
  'nohup H',
  'xargs H < /dev/null',
  'find . -maxdepth 0 -exec H \\;',
  "sed -n '1e H' scripts/0",
  'awk \'BEGIN{system("H")}\'',
  "bash <<'E'\nH\nE",
  'source /dev/stdin <<< "H"',
  '. <(echo "H")',
  'ls # x\nH',
  "ls 'x\n'; H",
  'ls "x\n"; H',
  'ls \\\n; H',
  'ls $\\\n(H)',
  "echo $'\\'' ; H",
  "echo $'a\\\nb'; H",
  "echo $'\\'; H #'\nH",
  'echo "\\"; H #"\nH',
  "echo '\\'; H",
  "echo \\'; H",
  'echo \\"; H',
  "echo \\'; H; echo \\'",
  'echo {a,$(H)}',
  'echo {1..$(H)}',
  'echo ~$(H)',
  'echo *$(H)',
  'echo [$(H)]',
  'echo @($(H)|x)',
  'shopt -s extglob\nH',
  'echo ${!x$(H)}',
  'echo ${#a[$(H)0]}',
  "echo ${x@P}; PS4='$(H)'; set -x; ls",
  "PROMPT=; x='$(H)'; echo ${x@P}",
  'x=H; $x',
  'x=H; "$x"',
  "$'H'",
  '"H"',
  '\\H',
  "''H",
  'l"s"; H',
  'ls;H',
  'ls&&H',
  'ls|H',
  'ls>/dev/null;H',
  'ls 2>&1;H',
  '2>/dev/null H',
  '>/dev/null H',
  'x= H',
  'x=1 H',
  'ls;\tH',
  'function f { H; }; f',
  'f() ( H ); f',
  'until H; do :; done',
  'echo ok;: "$(H)"',
  'echo <(H)',
  'cat <<"E"\nx\nE\nH',
  "cat <<E'F'\nx\nEF\nH",
  'cat <<E; H\nE',
  'cat <<E | H\nE',
  'echo $[ $(H)0 ]',
  'echo "$[a[`H`0]]"',
  'mapfile -C "H #" -c 1 x <<< y',
  'exec 3< <(H)',
  '{ ls; H; } 2>&1',
  'ls ; H ;',
];
/** Wrappers of a whole script. */
const AROUND = [
  'X',
  'X',
  'X',
  'ls\nX',
  'X\nls',
  'true && true\nX',
  '(\nX\n)',
  '{\nX\n}',
  'if true; then\nX\nfi',
  'X\n# end',
  '# begin\nX',
  "echo 'a; b'\nX",
  'echo "a"\nX',
  'cat package.json\nX',
  'wc -l a 2>/dev/null\nX',
  'ls -la | sort\nX',
  "grep -n 'x y' a\nX",
  'echo a \\\n b\nX',
  'cat <<E\nX y\nE\nX',
  'f() {\nX\n}\nf',
  'for i in 1; do\nX\ndone',
  'echo "$(\nX\n)"',
];

/** @param command to hide: one word */
export function hiddenScript(seed: number, command: string): string {
  const roll = dice(seed);
  const from = (all: readonly string[]) => all[roll(all.length)] ?? '';
  let script = from(HIDING);
  // Nested into each other, which often is not a valid script: then it leaves no mark.
  if (roll(3) === 0) script = script.replaceAll('H', () => from(HIDING));
  script = script.replaceAll('H', () => command);
  for (let count = roll(3); count > 0; count -= 1) script = from(AROUND).replaceAll('X', () => script);
  if (roll(8) === 0) script = mutated(script, roll);
  return script;
}

function mutated(script: string, roll: (most: number) => number): string {
  const at = roll(script.length);
  const signs = [
    '\t',
    ' ',
    '\n',
    '"',
    "'",
    '`',
    '\\',
    '$',
    '{',
    '}',
    '(',
    ')',
    ';',
    '&',
    '|',
    '#',
    '<',
    '>',
    '\u00a0',
    '\r',
  ];
  const sign = signs[roll(signs.length)] ?? '';
  return script.slice(0, at) + sign + script.slice(at + roll(2));
}
