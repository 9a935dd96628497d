import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/sequencer.ts'

// graphql 16 is there twice, as ESM and as CommonJS, and refuses to work with its other half. What Node
// itself loads gets CommonJS, so what Vite loads must too.
const graphql = { find: /^graphql$/, replacement: 'graphql/index.js' }
const resolve = { alias: [graphql] }
const database = ['tests/support/globalSetup.ts']
// `expect.poll` waits a second by default, which a busy machine takes to draw a page.
const expect = { poll: { timeout: 15_000 } }
/** Rows of a database are asked for more often than pages are. */
const expectSoon = { poll: { timeout: 15_000, interval: 10 } }
/** Skips what this machine lacks something for. */
const runner = 'tests/support/runner.ts'

/** Compares times or memory, or fills both cores by itself. */
const MEASURING = [
  ...['reproducible', 'sandboxFigures', 'sandboxApart', 'health', 'interactive', 'kills'].map(
    (name) => `tests/judge/${name}.test.ts`,
  ),
  'tests/api/judging/longQueue.test.ts',
  'tests/api/remote/kills.test.ts',
  'tests/api/scoreboard/hall.test.ts',
]

/**
 * The projects run in rounds, two or three files at a time: what only computes and asks the database, what drives a browser, and
 * what is judged; then, alone, what measures, because two cores are easily too busy. Where all state is in the house or the site that
 * a file opens, files share the modules they import; the client's words and session are state of the page.
 */
export default defineConfig({
  resolve,
  test: {
    maxWorkers: 2,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'prisma/**/*.test.ts', 'locales/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup: database,
          runner,
          expect: expectSoon,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: MEASURING,
          globalSetup: database,
          runner,
          expect: expectSoon,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: 'client/vite.config.ts',
        root: '.',
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}', 'tests/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/browserGlobals.ts'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        test: {
          name: 'judge',
          include: ['judge/**/*.test.ts', 'tests/judge/**/*.test.ts'],
          exclude: MEASURING,
          globalSetup: database,
          runner,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: {
          name: 'measures',
          include: MEASURING,
          globalSetup: database,
          runner,
          fileParallelism: false,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: database,
          runner,
          expect,
          isolate: false,
          // A browser test waits for half of its time: a third worker fills both cores.
          maxWorkers: 3,
          // Twice what the longest test takes where two cores are shared with others.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
