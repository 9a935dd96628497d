/**
 * SQL of the task of a judgement that is over. Pages read its cases and their mode; code and programs are kept where they came
 * from, and a million copies of them would be most of the database.
 */
export const slimTask = (task: string): string =>
  `${task} - array['source', 'outputs', 'checker', 'interactor', 'userFiles', 'judgeFiles']`
