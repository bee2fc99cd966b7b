/** The files for running Amber elsewhere: checked as far as possible without the systems that would run them. */
import { existsSync, readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Stage, stagesOf } from './dockerfile-steps.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const SETTINGS = [...read('docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name);

const MODELS = new Map<string, new (data: never) => { validate(): void }>([
  ['apps/v1/Deployment', Deployment],
  ['networking.k8s.io/v1/Ingress', Ingress],
  ['policy/v1/PodDisruptionBudget', PodDisruptionBudget],
  ['v1/ConfigMap', ConfigMap],
  ['v1/Secret', Secret],
  ['v1/Service', Service],
]);

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const stages: Stage[] = stagesOf(text);
  const last = stages.at(-1);

  it('passes the linter', () => {
    expect(validate(text, {})).toEqual([]);
    expect(validate('FROM a AS b\nRUM true\n', {})).not.toEqual([]);
  });

  it('serves as nobody in particular, says how it is, and names what is stored', () => {
    const of = (kind: string) => last?.steps.find((step) => step.kind === kind);
    expect(of('USER')?.words[0]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(of('HEALTHCHECK')?.words).toEqual(['node', 'ops/image/health.mjs']);
    expect(of('VOLUME')?.words).toEqual(['/data']);
    expect(of('ENV')?.words).toContain('AMBER_DATA_DIR=/data');
  });

  it('copies what there is, and no whole checkout into what serves', () => {
    const copied = last?.steps.filter(({ kind }) => kind === 'COPY') ?? [];
    const sources = copied.flatMap(({ words }) => words.slice(0, -1));
    expect(copied.every(({ stage }) => stage === 'build')).toBe(true);
    const built = sources.filter((source) => source.startsWith('/app/.next/'));
    const others = sources.filter((source) => !built.includes(source));
    expect(others.filter((source) => !existsSync(source.replace('/app/', '')))).toEqual([]);
    expect(sources).not.toContain('/app/.next/standalone');
  });

  it('names its bases by a whole version, of the major that the tests run with', () => {
    const bases = stages.map(({ from }) => from).filter((from) => from.includes(':'));
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(/^node:\d+\.\d+\.\d+-/);
    expect(bases[0]).toContain(`node:${process.versions.node.split('.')[0]}.`);
  });

  it('takes along what is read by its path while it serves', () => {
    const config = read('next.config.mjs');
    for (const path of ['unpdf', 'sax', 'mermaid.tiny.js', '@electric-sql/pglite']) {
      expect(config).toContain(path);
    }
  });

  it('knows each of its instructions, or says so', () => {
    expect(() => stagesOf('FROM a\nADD b c\n')).toThrow('ADD');
  });
});

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml'), { merge: true });
  const ours = [services['amber-1'], services['amber-2']];

  it('runs two of Amber that write to /data and /tmp alone, with no rights of the system', () => {
    for (const service of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
      expect(service.security_opt).toContain('no-new-privileges:true');
    }
    expect(new Set(ours.flatMap(({ volumes }) => volumes)).size).toBe(2);
  });

  it('sets what Amber knows, and needs the secrets to be set', () => {
    for (const { environment } of ours) {
      expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([]);
      expect(environment.AMBER_SECRET).toMatch(/^\$\{AMBER_SECRET:\?/);
      expect(environment.DATABASE_URL).toContain('${POSTGRES_PASSWORD:?');
    }
  });

  it('has its proxy pass to both, and to nothing else', () => {
    const upstreams = /reverse_proxy ([^{]+)\{/.exec(read('ops/caddy/Caddyfile'))?.[1]?.trim().split(' ');
    expect(upstreams).toEqual(['amber-1:3000', 'amber-2:3000']);
  });
});

describe('the files for Kubernetes', () => {
  const all = ['amber', 'secret.example'].flatMap((name) =>
    parseAllDocuments(read(`ops/kubernetes/${name}.yaml`)).map((document) => document.toJS()),
  );
  const one = (kind: string) => all.find((manifest) => manifest.kind === kind) ?? {};
  const check = (manifest: (typeof all)[number]) => {
    const Model = MODELS.get(`${manifest.apiVersion}/${manifest.kind}`);
    if (!Model) throw new Error(`Nobody checks a ${manifest.kind} of ${manifest.apiVersion}.`);
    new Model(manifest as never).validate();
  };

  it('fit the published schemas, each', () => {
    expect(all.length).toBe(6);
    for (const manifest of all) check(manifest);
    const wrong = { ...one('Deployment'), spec: { ...one('Deployment').spec, replicas: 'two' } };
    expect(() => check(wrong)).toThrow();
  });

  it('name the same pods: deployment, service and disruption budget', () => {
    const labels = one('Deployment').spec.template.metadata.labels;
    expect(one('Deployment').spec.selector.matchLabels).toEqual(labels);
    expect(one('Service').spec.selector).toEqual(labels);
    expect(one('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(one('PodDisruptionBudget').spec.minAvailable).toBeLessThan(one('Deployment').spec.replicas);
  });

  it('do not kill it for a database that is away, and give it time to end', () => {
    const [container] = one('Deployment').spec.template.spec.containers;
    expect(container.livenessProbe.httpGet).toBeUndefined();
    expect(container.readinessProbe.httpGet.path).toBe('/api/health');
    expect(one('Deployment').spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15 + 5);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
  });

  it('set what Amber knows', () => {
    const names = [...Object.keys(one('ConfigMap').data), ...Object.keys(one('Secret').stringData)];
    expect(names.filter((name) => !SETTINGS.includes(name))).toEqual([]);
  });
});
