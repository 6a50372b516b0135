// N1 and N2: what the harness costs on top of model and tools, beside pi's two loops and a bare one, all on the mock
// model of bench/peers/script.mjs. Every measurement is a fresh process; peers are interleaved, their order reversed
// every other round; ratios are of neighbours in one round.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { median, pairedRatio, printFigures, printTable, round } from './figures.ts';

const ROUNDS = Number(process.argv[2] ?? 9);
const folder = join(process.cwd(), 'bench', 'peers');
const PEERS = ['bare', 'pi-0.73', 'pi-1', 'bowline'] as const;
type Peer = (typeof PEERS)[number];

const SCENARIOS = {
  turns50: { turns: 50, parallel: 1, toolMs: 0, resultBytes: 1024, deltas: 1 },
  turns200: { turns: 200, parallel: 1, toolMs: 0, resultBytes: 1024, deltas: 1 },
  parallel16: { turns: 1, parallel: 16, toolMs: 50, resultBytes: 1024, deltas: 1 },
  deltas20k: { turns: 0, parallel: 0, toolMs: 0, resultBytes: 0, deltas: 20_000 },
} as const;
type Scenario = keyof typeof SCENARIOS;

if (!existsSync(join(folder, 'node_modules'))) {
  execFileSync('npm', ['ci', '--omit=optional', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
const bundle = execFileSync('npm', ['run', '-s', 'bench:peer'], { encoding: 'utf8' }).trim();
const fileOf = (peer: Peer): string => (peer === 'bowline' ? bundle : join(folder, `${peer}.mjs`));

interface Sample {
  readonly ms: number;
  readonly mostActive: number;
}

function measure(peer: Peer, scenario: Scenario): Sample {
  const args = ['--expose-gc', join(folder, 'child.mjs'), fileOf(peer), JSON.stringify(SCENARIOS[scenario])];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
  if (child.status !== 0) throw new Error(`${peer}, ${scenario}: ${child.stderr.slice(0, 500)}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as Sample;
}

const samples = new Map<string, number[]>();
const of = (peer: Peer, scenario: Scenario): readonly number[] => samples.get(`${peer} ${scenario}`) ?? [];
let mostActive = 0;
for (let turn = 0; turn < ROUNDS; turn++) {
  for (const scenario of Object.keys(SCENARIOS) as Scenario[]) {
    for (const peer of turn % 2 === 0 ? PEERS : PEERS.toReversed()) {
      const sample = measure(peer, scenario);
      samples.set(`${peer} ${scenario}`, [...of(peer, scenario), sample.ms]);
      if (peer === 'bowline' && scenario === 'parallel16')
        mostActive = Math.max(mostActive, sample.mostActive);
    }
  }
}

printTable(
  PEERS.map((peer) => ({
    peer,
    ...Object.fromEntries(
      (Object.keys(SCENARIOS) as Scenario[]).map((scenario) => [
        `${scenario} ms`,
        round(median(of(peer, scenario)), 1),
      ]),
    ),
  })),
);
const best = (scenario: Scenario): Peer =>
  median(of('pi-0.73', scenario)) <= median(of('pi-1', scenario)) ? 'pi-0.73' : 'pi-1';
const against = (
  scenario: Scenario,
): { readonly best: Peer; readonly median: number; readonly spread: readonly number[] } => ({
  best: best(scenario),
  ...pairedRatio(of('bowline', scenario), of(best(scenario), scenario)),
});
printFigures({
  bench: 'loop',
  rounds: ROUNDS,
  ratioToBest: against('turns200').median,
  turns200: against('turns200'),
  linear: pairedRatio(of('bowline', 'turns200'), of('bowline', 'turns50')).median / 4,
  parallel16Ms: round(median(of('bowline', 'parallel16')), 1),
  parallel16MostActive: mostActive,
  deltas20kRatioToBest: against('deltas20k').median,
  deltas20k: against('deltas20k'),
});
