/** Thread that compares the programs of one problem (comparing.ts): receives them when it starts, posts the pairs. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Comparison } from './comparing.ts'
import { findSimilar } from './matching.ts'

const { programs, templates }: Comparison = workerData.comparison
parentPort?.postMessage(findSimilar(programs, templates))
