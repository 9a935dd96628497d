/** Headings of statements that begin a part. */

/** Parts of a statement on this site. */
export type Part = 'description' | 'input' | 'output' | 'hint'

/** Words of headings, in English, Chinese and the languages of other judges' packages. */
const WORDS: Record<Part, readonly string[]> = {
  description: [
    ...['description', 'problem description', 'statement'],
    ...['题目描述', '问题描述', '题目背景', '題目描述', '題目敘述', '問題敘述', '問題文', '문제'],
    ...['problembeskrivning', 'aufgabenstellung', 'условие', 'условие задачи'],
  ],
  input: [
    ...['input', 'input format', 'input specification', 'input description', 'the input', 'interaction'],
    ...['输入', '输入格式', '输入描述', '输入说明', '交互', '交互格式'],
    ...['輸入', '輸入格式', '輸入說明', '互動', '入力', '入力形式', '입력'],
    ...['indata', 'inndata', 'inntak', 'eingabe', 'eingabeformat', 'invoer', 'entrée', 'entrada', 'wejście'],
    ...['interaktion', 'interaktivitet', 'interacción', 'interação'],
    ...['входные данные', 'формат входных данных', 'ввод', 'протокол взаимодействия', 'вхідні дані'],
  ],
  output: [
    ...['output', 'output format', 'output specification', 'output description', 'the output'],
    ...['输出', '输出格式', '输出描述', '输出说明'],
    ...['輸出', '輸出格式', '輸出說明', '出力', '出力形式', '출력'],
    ...['utdata', 'úttak', 'ausgabe', 'ausgabeformat', 'uitvoer', 'sortie', 'salida', 'saída', 'wyjście'],
    ...['выходные данные', 'формат выходных данных', 'вывод', 'вихідні дані'],
  ],
  hint: [
    ...['hint', 'hints', 'note', 'notes'],
    ...['提示', '说明', '数据范围与提示', '说明/提示', '说明与提示', '說明'],
    ...['примечание', 'примечания', 'замечание'],
  ],
}

const PARTS = new Map(
  (Object.keys(WORDS) as Part[]).flatMap((part) => WORDS[part].map((words) => [words, part] as const)),
)

/** Part that a heading with these words begins; null: none. */
export const partOf = (words: string): Part | null => PARTS.get(words.toLowerCase().normalize('NFC')) ?? null
