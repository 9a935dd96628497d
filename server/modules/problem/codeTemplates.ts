/** Parts of a template: what stands before the solver's code, the start of that code, and what stands after it. */
type Parts = { before?: string; code: string; after: string }

/** By content type of a language. */
const PARTS: Readonly<Record<string, Parts>> = {
  'text/x-csrc': {
    before: '#include <stdio.h>',
    code: 'int add(int a, int b) {\n  return 0;\n}',
    after:
      'int main(void) {\n  int a, b;\n  scanf("%d%d", &a, &b);\n  printf("%d\\n", add(a, b));\n  return 0;\n}',
  },
  'text/x-c++src': {
    before: '#include <iostream>',
    code: 'int add(int a, int b) {\n  return 0;\n}',
    after:
      'int main() {\n  int a, b;\n  std::cin >> a >> b;\n  std::cout << add(a, b) << std::endl;\n  return 0;\n}',
  },
  'text/x-java': {
    before: 'import java.util.Scanner;\n\npublic class Main {',
    code: '  static int add(int a, int b) {\n    return 0;\n  }',
    after:
      '  public static void main(String[] args) {\n    Scanner in = new Scanner(System.in);\n    System.out.println(add(in.nextInt(), in.nextInt()));\n  }\n}',
  },
  'text/x-python': {
    code: 'def add(a, b):\n    return 0',
    after: 'import sys\na, b = map(int, sys.stdin.readline().split())\nprint(add(a, b))',
  },
  'text/x-go': {
    before: 'package main\n\nimport "fmt"',
    code: 'func add(a int, b int) int {\n\treturn 0\n}',
    after: 'func main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(add(a, b))\n}',
  },
  'text/x-csharp': {
    before: 'using System;\n\nclass Program {',
    code: '  static int Add(int a, int b) {\n    return 0;\n  }',
    after:
      '  static void Main() {\n    string[] words = Console.ReadLine().Split();\n    Console.WriteLine(Add(int.Parse(words[0]), int.Parse(words[1])));\n  }\n}',
  },
}

const part = (name: string, text: string | undefined) =>
  `//${name} BEGIN\n${text === undefined ? '' : `${text}\n`}//${name} END\n`

/** A first template for problems in a language, in three marked parts, as administrators' pages offer it; null: none. */
export function codeTemplateFor(contentType: string): string | null {
  const parts = PARTS[contentType]
  if (!parts) return null
  const { before, code, after } = parts
  return [part('PREPEND', before), part('TEMPLATE', code), part('APPEND', after)].join('\n')
}
