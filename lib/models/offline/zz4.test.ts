import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { fillArguments } from './fill-arguments';
import { readRequest } from './read-request';
import { scoreTools } from './score-tool';
import { readToolbox } from './toolbox';

const real = JSON.parse(readFileSync('/tmp/real-tools.json', 'utf8')).map((t: object) => ({
  type: 'function',
  ...t,
}));
it('x', () => {
  const box = readToolbox(real);
  const r = readRequest(process.env.Q!, new Date());
  console.log(r.manner, r.action, r.verb?.text);
  for (const s of scoreTools(r, box).slice(0, 6)) {
    const c = fillArguments(s.tool, r);
    console.log(
      s.tool.name,
      s.score.toFixed(2),
      JSON.stringify([...c.args]),
      JSON.stringify(c.named.map((n) => n.text)),
      c.missing.map((m) => m.name),
      c.leftover.map((l) => l.text),
    );
  }
});
