import { readFileSync } from 'node:fs'
import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest'
import { missingTool } from './missingTools.ts'

function skip(task: RunnerTask) {
  task.mode = 'skip'
  if ('tasks' in task) for (const each of task.tasks) skip(each)
}

/** Runs tests as Vitest does, but skips files that need what this machine lacks, before anything of theirs has begun. */
export default class Runner extends TestRunner {
  onCollected(files: RunnerTestFile[]) {
    for (const file of files) {
      if (missingTool(readFileSync(file.filepath, 'utf8'))) skip(file)
    }
  }
}
