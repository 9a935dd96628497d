import { crc32, deflateRawSync } from 'node:zlib'
import type { Unpacked } from '#server/modules/testset/unpack.ts'

/** One entry of a zip as the tests write it, honest or not. */
export type ZipEntry = {
  name: string | Buffer
  content?: string | Uint8Array
  /** Unix mode, with the kind of file in it. */
  mode?: number
  /** General purpose flags: 1 is encrypted. */
  flags?: number
  /** What the entry claims to be unpacked. */
  claimedSize?: number
  method?: number
  crc?: number
}

/** A zip byte by byte, because no library would write the ones that are refused. */
export function zipOf(entries: ZipEntry[]): Uint8Array {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content ?? '')
    const method = entry.method ?? 8
    const packed = method === 0 ? content : deflateRawSync(content)
    const flags = (entry.flags ?? 0) | (typeof entry.name === 'string' ? 0x800 : 0)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(entry.crc ?? crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(entry.claimedSize ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed])
    const middle = Buffer.alloc(14)
    middle.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    middle.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, shared, middle, name]))
    pieces.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...pieces, central, end]))
}

/** The files of a package that is not zipped at all. */
export const unpackedOf = (files: Record<string, string | Uint8Array>): Unpacked =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content,
    ]),
  )

/** The same, zipped. */
export const zippedOf = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))

export const SUM = `#include <cstdio>
int main() {
    int a, b;
    std::scanf("%d %d", &a, &b);
    std::printf("%d\\n", a + b);
}
`
const DIFFERENCE = SUM.replace('a + b', 'a - b')
const SLEEPLESS = 'int main() { for (volatile int i = 0;; i = i + 1) {} }\n'
const CRASH = 'int main() { __builtin_trap(); }\n'

/** A validator that takes any sum with the right sign, in the convention of Kattis. */
const VALIDATOR = `#include <fstream>
#include <iostream>
int main(int argc, char **argv) {
    std::ifstream answer(argv[2]);
    long long want = 0, got = 0;
    answer >> want;
    if (!(std::cin >> got)) return 43;
    return got == want ? 42 : 43;
}
`

export const legacyIcpc = (change: Record<string, string> = {}): Record<string, string> => ({
  'problem.yaml': `name:
  en: A Sum of Two
  zh: 两数之和
source: Harbour Cup
author: Nobody
keywords: arithmetic  warm-up
limits:
  memory: 512
  output: 8
validation: default
validator_flags: case_sensitive
`,
  'domjudge-problem.ini': "short-name = 'harbour'\ntimelimit='2.5'\n",
  'problem_statement/problem.en.tex': `\\problemname{A Sum of \\emph{Two}}
Two ships bring $a$ and $b$ crates --- \`\`how many'' in all?
\\begin{itemize}
  \\item Crates are \\textbf{never} lost.
  \\item A ship may bring \\texttt{-1} crates.
\\end{itemize}
\\frobnicate{twice}

\\section*{Input}
Two integers, $|a|, |b| \\le 10^9$. % not for readers

\\section*{Output}
Their sum.
`,
  'problem_statement/problem.zh.md':
    '两艘船各运来 $a$、$b$ 箱货物。\n\n## 输入\n\n两个整数。\n\n## 输出\n\n它们的和。\n',
  'problem_statement/problem.sv.md': 'Tal.\n',
  'data/sample/1.in': '1 2\n',
  'data/sample/1.ans': '3\n',
  'data/secret/01-large.in': '1000000000 1000000000\n',
  'data/secret/01-large.ans': '2000000000\n',
  'data/secret/02-minus.in': '-5 2\n',
  'data/secret/02-minus.ans': '-3\n',
  'submissions/accepted/sum.cpp': SUM,
  'submissions/wrong_answer/difference.cpp': DIFFERENCE,
  'submissions/time_limit_exceeded/sleepless.cpp': SLEEPLESS,
  'submissions/run_time_error/crash.cpp': CRASH,
  'input_validators/check.py': 'print(input())\n',
  ...change,
})

/** 2023-07: groups that score, a validator of its own, constants. */
export const modernIcpc = (change: Record<string, string> = {}): Record<string, string> => ({
  'problem.yaml': `problem_format_version: 2023-07-draft
type: scoring
name: Scored Sum
uuid: 8d6d2c1e-0000-4000-8000-000000000001
limits:
  time_limit: 1.5
  memory: 256
constants:
  bound:
    value: 1000
    latex: 10^3
languages: [cpp, python3]
`,
  'statement/problem.en.md':
    'Add $a$ and $b$, at most {{bound.latex}}.\n\n# Input\n\nTwo integers up to {{bound}}.\n\n# Output\n\nThe sum.\n\n![A ship](ship.png)\n',
  'statement/ship.png': '\x89PNG not really',
  'attachments/grid.txt': 'one\ntwo\n',
  'data/sample/1.in': '1 1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/test_group.yaml': 'scoring:\n  score: 100\n  aggregation: sum\n',
  'data/secret/1-small/test_group.yaml': 'scoring:\n  score: 30\n  aggregation: min\n',
  'data/secret/1-small/a.in': '2 3\n',
  'data/secret/1-small/a.ans': '5\n',
  'data/secret/1-small/b.in': '4 4\n',
  'data/secret/1-small/b.ans': '8\n',
  'data/secret/2-large/test_group.yaml': 'scoring:\n  score: 70\n  aggregation: sum\n',
  'data/secret/2-large/a.in': '500 500\n',
  'data/secret/2-large/a.ans': '1000\n',
  'data/secret/2-large/b.in': '-500 -500\n',
  'data/secret/2-large/b.ans': '-1000\n',
  'output_validator/validate.cpp': `${VALIDATOR}// up to {{bound}}\n`,
  'submissions/accepted/sum.cpp': SUM,
  ...change,
})

export const polygonPackage = (change: Record<string, string> = {}): Record<string, string> => ({
  'problem.xml': `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="7" short-name="two-crates">
  <names><name language="english" value="Two Crates"/><name language="chinese" value="两箱"/></names>
  <judging input-file="" output-file="" run-count="1">
    <testset name="tests">
      <time-limit>1500</time-limit>
      <memory-limit>134217728</memory-limit>
      <test-count>3</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method="manual" sample="true" points="0.0" group="0"/>
        <test cmd="gen -n 2" method="generated" points="40.0" group="1"/>
        <test cmd="gen  -n 3 big" method="generated" points="60.0" group="2"/>
      </tests>
      <groups>
        <group name="0" points="0.0" points-policy="complete-group"/>
        <group name="1" points="40.0" points-policy="complete-group"/>
        <group name="2" points="60.0" points-policy="each-test"><dependencies><dependency group="1"/></dependencies></group>
      </groups>
    </testset>
  </judging>
  <files><resources><file path="files/helper.h" type="h.g++"/><file path="files/testlib.h" type="h.g++"/></resources><executables>
    <executable><source path="files/gen.cpp" type="cpp.g++17"/><binary path="files/gen.exe" type="exe.win32"/></executable>
    <executable><source path="files/stray.cpp" type="cpp.g++17"/></executable>
    <executable><source path="files/val.cpp" type="cpp.g++17"/></executable>
  </executables></files>
  <assets>
    <checker name="std::ncmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
    <validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
    <solutions>
      <solution tag="main"><source path="solutions/sum.cpp" type="cpp.g++20"/></solution>
      <solution tag="wrong-answer"><source path="solutions/wrong.py" type="python.3"/></solution>
    </solutions>
  </assets>
  <tags><tag value="implementation"/></tags>
</problem>
`,
  'statements/english/problem-properties.json': JSON.stringify({
    name: 'Two Crates',
    legend: 'Add $a$ and $b$.\n\n\\begin{center}\n\\includegraphics{crate.png}\n\\end{center}',
    input: 'Two integers.',
    output: 'One integer.',
    notes: 'Mind the \\textit{sign}.',
    sampleTests: [{ input: '1 2\r\n', output: '3\r\n' }],
  }),
  'statements/english/crate.png': '\x89PNG',
  'files/check.cpp': '#include "testlib.h"\nint main() {}\n',
  'files/helper.h': '#pragma once\n',
  'files/gen.cpp': '#include "testlib.h"\nint main() {}\n',
  'files/val.cpp': '#include "testlib.h"\nint main() {}\n',
  'files/stray.cpp': 'int main() {}\n',
  'files/testlib.h': '/* somebody else’s */\n',
  'tests/01': '1 2\n',
  'tests/01.a': '3\n',
  'tests/02': '10 20\n',
  'tests/02.a': '30\n',
  'tests/03': '100 200\n',
  'tests/03.a': '300\n',
  'solutions/sum.cpp': SUM,
  'solutions/wrong.py': 'print(0)\n',
  ...change,
})

export const hojPackage = (change: object = {}): Record<string, string> => ({
  'problem_1000.json': JSON.stringify({
    judgeMode: 'spj',
    languages: ['C', 'C++', 'Klingon'],
    samples: [
      { input: '1.in', output: '1.out', score: 40, groupNum: 1 },
      { input: '2.in', output: '2.out', score: 60, groupNum: 2 },
    ],
    tags: ['模拟', '入门'],
    problem: {
      problemId: 'hoj-1000',
      title: '港口',
      description: '求 $a+b$。',
      input: '两个整数。',
      output: '一个整数。',
      hint: '注意范围。',
      source: '练习',
      examples: '<input>1 2</input><output>3</output><input>4 5</input><output>9</output>',
      type: 1,
      difficulty: 2,
      timeLimit: 800,
      memoryLimit: 64,
      stackLimit: 32,
      judgeCaseMode: 'subtask_lowest',
      isRemoveEndBlank: true,
      openCaseResult: false,
      codeShare: true,
      spjLanguage: 'C++',
      spjCode: '#include "testlib.h"\nint main() { return 0; }\n',
      isFileIO: true,
      ioReadFileName: 'sum.in',
      ioWriteFileName: 'sum.out',
      somethingNew: { of: 'later' },
    },
    codeTemplates: [{ language: 'C', code: 'int main() {}\n' }],
    userExtraFile: { 'lib.h': '#pragma once\n' },
    judgeExtraFile: { 'judge.h': '#pragma once\n' },
    ...change,
  }),
  'problem_1000/info': '{}',
  'problem_1000/1.in': '1 2\r\n',
  'problem_1000/1.out': '3\r\n',
  'problem_1000/2.in': '4 5\n',
  'problem_1000/2.out': '9\n',
})

/** Answers like the checkers of QDUOJ: 1 is wrong, and there are no words. */
const QDUOJ_CHECKER = `#include <cstdio>
int main(int argc, char **argv) {
    FILE *in = std::fopen(argv[1], "r"), *out = std::fopen(argv[2], "r");
    long long a, b, sum;
    if (std::fscanf(in, "%lld%lld", &a, &b) != 2) return -1;
    return std::fscanf(out, "%lld", &sum) == 1 && sum == a + b ? 0 : 1;
}
`

export const qduojPackage = (change: object = {}): Record<string, string> => ({
  '1/problem.json': JSON.stringify({
    display_id: 'Q7',
    title: '\\u6c42\\u548c',
    description: { format: 'html', value: '<p>Add <b>a</b> and b.<br/>a &lt; 10<sup>9</sup></p>' },
    input_description: { format: 'html', value: '<p>Two integers</p>' },
    output_description: { format: 'html', value: '<p>One integer</p>' },
    hint: { format: 'html', value: '' },
    time_limit: 1000,
    memory_limit: 128,
    samples: [{ input: '1 2', output: '3' }],
    test_case_score: [
      { input_name: '1.in', output_name: '1.out', score: 50 },
      { input_name: '2.in', output_name: '2.out', score: 50 },
    ],
    spj: null,
    rule_type: 'OI',
    template: { C: { prepend: '', template: '', append: '' } },
    tags: ['math'],
    source: '',
    ...change,
  }),
  '1/testcase/1.in': '1 2\n',
  '1/testcase/1.out': '3\n',
  '1/testcase/2.in': '5 5\n',
  '1/testcase/2.out': '10\n',
})

export const qduojChecked = () =>
  qduojPackage({ rule_type: 'ACM', spj: { code: QDUOJ_CHECKER, language: 'C++' } })

export const hydroPackage = (change: Record<string, string> = {}): Record<string, string> => ({
  'H100/problem.yaml': 'pid: H100\ntitle: 灯塔之和\ntag:\n  - 入门\nowner: 2\n',
  'H100/problem_zh.md':
    '求两数之和。\n\n## 输入格式\n\n两个整数。见[附件](file://map.txt)。\n\n## 输出格式\n\n和。\n\n```input1\n1 2\n```\n\n```output1\n3\n```\n',
  'H100/additional_file/map.txt': 'a map\n',
  'H100/testdata/config.yaml': `type: default
time: 500ms
memory: 128m
langs: [cc.cc17o2, py.py3]
subtasks:
  - score: 30
    cases:
      - input: a1.in
        output: a1.out
      - input: a2.in
        output: a2.ans
  - score: 70
    type: sum
    cases:
      - input: b1.in
        output: b1.out
      - input: b2.in
        output: b2.out
`,
  'H100/testdata/a1.in': '1 2\n',
  'H100/testdata/a1.out': '3\n',
  'H100/testdata/a2.in': '2 2\n',
  'H100/testdata/a2.ans': '4\n',
  'H100/testdata/b1.in': '3 3\n',
  'H100/testdata/b1.out': '6\n',
  'H100/testdata/b2.in': '4 4\n',
  'H100/testdata/b2.out': '8\n',
  ...change,
})
