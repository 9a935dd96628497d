/** TypeScript: its compiler checks the types and emits JavaScript, which Node runs. */

import { TEMPLATES } from '../templates.ts'
import type { Language } from './language.ts'
import { node } from './scripts.ts'

/**
 * Type declarations of Node for contest programs. Reading, writing and the clock have types; the rest is `any`,
 * because a false compile error costs a contestant more than a missed one. A source may declare the same names,
 * because every source is compiled as a module.
 */
const DECLARATIONS = `interface Stream {
  on(event: string, listener: (...args: any[]) => void): this
  once(event: string, listener: (...args: any[]) => void): this
  setEncoding(encoding?: string): this
  write(data: any, ...rest: any[]): boolean
  [Symbol.asyncIterator](): AsyncIterableIterator<any>
  [name: string]: any
}
interface Buffer extends Uint8Array {
  toString(encoding?: string, start?: number, end?: number): string
  slice(start?: number, end?: number): Buffer
  subarray(start?: number, end?: number): Buffer
  [name: string]: any
}
interface Console {
  log(...values: any[]): void
  error(...values: any[]): void
  [name: string]: any
}
declare var Buffer: {
  new (...args: any[]): Buffer
  from(...args: any[]): Buffer
  alloc(size: number, ...rest: any[]): Buffer
  allocUnsafe(size: number): Buffer
  concat(list: readonly Uint8Array[], length?: number): Buffer
  byteLength(text: any, encoding?: string): number
  isBuffer(value: any): value is Buffer
  [name: string]: any
}
declare var console: Console
declare var process: {
  stdin: Stream
  stdout: Stream
  stderr: Stream
  argv: string[]
  env: { [name: string]: string | undefined }
  exit(code?: number): never
  hrtime: { (since?: [number, number]): [number, number]; bigint(): bigint }
  on(event: string, listener: (...args: any[]) => void): any
  [name: string]: any
}
declare var performance: { now(): number; [name: string]: any }
declare var require: { (name: string): any; [name: string]: any }
declare var module: any
declare var exports: any
declare var global: any
declare var __dirname: string
declare var __filename: string
declare var TextDecoder: any
declare var TextEncoder: any
declare var WebAssembly: any
declare var URL: any
declare var crypto: any
declare function setTimeout(act: (...args: any[]) => void, ms?: number, ...args: any[]): any
declare function setInterval(act: (...args: any[]) => void, ms?: number, ...args: any[]): any
declare function setImmediate(act: (...args: any[]) => void, ...args: any[]): any
declare function clearTimeout(timer: any): void
declare function clearInterval(timer: any): void
declare function clearImmediate(timer: any): void
declare function queueMicrotask(act: () => void): void
declare function structuredClone<T>(value: T, options?: any): T
declare module 'fs' {
  type Text = string | { encoding: string; flag?: string }
  export function readFileSync(file: string | number, options: Text): string
  export function readFileSync(file: string | number, options?: null | { encoding?: null; flag?: string }): Buffer
  export function writeFileSync(file: string | number, data: any, options?: any): void
  export function appendFileSync(file: string | number, data: any, options?: any): void
  export function openSync(file: string, flags?: any, mode?: any): number
  export function closeSync(file: number): void
  export function readSync(file: number, buffer: ArrayBufferView, ...rest: any[]): number
  export function writeSync(file: number, data: any, ...rest: any[]): number
  export function existsSync(file: string): boolean
  export function fstatSync(file: number, options?: any): any
  export function statSync(file: string, options?: any): any
  export function createReadStream(file: any, options?: any): Stream
  export function createWriteStream(file: any, options?: any): Stream
  export function readFile(file: string | number, ...rest: any[]): void
  export function writeFile(file: string | number, ...rest: any[]): void
  export const promises: any
  export const constants: any
}
declare module 'readline' {
  export interface Interface extends Stream {
    on(event: 'line', listener: (line: string) => void): this
    on(event: string, listener: (...args: any[]) => void): this
    once(event: 'line', listener: (line: string) => void): this
    once(event: string, listener: (...args: any[]) => void): this
    question(query: string, answer: (line: string) => void): void
    close(): void
    [Symbol.asyncIterator](): AsyncIterableIterator<string>
  }
  export type ReadLine = Interface
  export function createInterface(options: any, ...rest: any[]): Interface
  export const promises: any
}
declare module 'os' {
  export const EOL: string
}
declare module 'node:fs' {
  export * from 'fs'
}
declare module 'node:readline' {
  export * from 'readline'
}
declare module 'node:*'
declare module 'assert'
declare module 'buffer'
declare module 'events'
declare module 'fs/promises'
declare module 'path'
declare module 'perf_hooks'
declare module 'process'
declare module 'readline/promises'
declare module 'stream'
declare module 'string_decoder'
declare module 'timers'
declare module 'timers/promises'
declare module 'util'
declare module 'worker_threads'
`

const PROJECT = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    module: 'commonjs',
    moduleResolution: 'node',
    moduleDetection: 'force',
    esModuleInterop: true,
    noEmitOnError: true,
    skipLibCheck: true,
    types: [],
    rootDir: '.',
    outDir: 'made',
    // Stack traces of a crash name the lines of the TypeScript source.
    inlineSourceMap: true,
  },
  files: ['node.d.ts', 'main.ts'],
})

/** Bundles the program and the problem's modules, each as a function, because only one file leaves the box. */
const JOIN = `const { readdirSync, readFileSync, writeFileSync } = require('fs')
const parts = readdirSync('made').map((name) =>
  JSON.stringify('./' + name.slice(0, -3)) + ': function (module, exports, require) {' + readFileSync('made/' + name) + '\\n}')
writeFileSync('main.js', '(() => { const parts = {' + parts.join() + '}, made = {}; const need = (name) => {' +
  'const key = name.replace(/\\\\.js$/, ""); if (!(key in parts)) return require(name);' +
  'if (!made[key]) { made[key] = { exports: {} }; parts[key](made[key], made[key].exports, need) }' +
  'return made[key].exports }; need("./main") })()')`

export const typescript: Language = {
  ...node,
  key: 'typescript',
  name: 'TypeScript',
  toolchain: 'TypeScript',
  tools: ['tsc', 'node'],
  version: { args: ['--version'], pattern: /Version (\d+(?:\.\d+)*)/ },
  source: 'main.ts',
  compile: {
    argv: ({ tool }) => [
      '/bin/sh',
      '-c',
      `${tool('node')} ${tool('tsc')} -p . && if [ "$(echo made/*)" = made/main.js ]; then mv made/main.js .; else ${tool('node')} -e "$JOIN"; fi`,
    ],
    env: { JOIN },
    files: { 'node.d.ts': DECLARATIONS, 'tsconfig.json': PROJECT },
    cpuMs: 20_000,
    wallMs: 60_000,
    memoryMb: 512,
    processes: 64,
    shown: 'tsc --target es2022 --module commonjs --moduleDetection force main.ts',
  },
  checker: true,
  modules: /\.(?:c?js|json)$/,
  run: ({ tool, memoryMb, stackMb }) => {
    const [program = '', ...words] = node.run({ tool, memoryMb, stackMb })
    return [program, '--enable-source-maps', ...words]
  },
  contentType: 'text/typescript',
  monaco: 'typescript',
  template: TEMPLATES.typescript,
}
