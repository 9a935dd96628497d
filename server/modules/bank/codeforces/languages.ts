import type { BankLanguage } from '../bank.ts'

const C = 'text/x-csrc'
const CPP = 'text/x-c++src'
const CSHARP = 'text/x-csharp'
const JAVA = 'text/x-java'
const PASCAL = 'text/x-pascal'
const PYTHON = 'text/x-python'
const JAVASCRIPT = 'text/javascript'

const language = (id: number, name: string, contentType: string): BankLanguage => ({
  id: String(id),
  name,
  contentType,
})

/** `programTypeId` of the submit form. Codeforces retires compilers, and the ids with them. */
export const LANGUAGES: readonly BankLanguage[] = [
  language(43, 'GNU GCC C11', C),
  language(52, 'Clang++17 Diagnostics', CPP),
  language(50, 'GNU G++14', CPP),
  language(54, 'GNU G++17', CPP),
  language(73, 'GNU G++20', CPP),
  language(59, 'Microsoft Visual C++ 2017', CPP),
  language(65, 'C# 8, .NET Core', CSHARP),
  language(9, 'C# Mono', CSHARP),
  language(28, 'D DMD32', 'text/x-d'),
  language(32, 'Go', 'text/x-go'),
  language(12, 'Haskell GHC', 'text/x-haskell'),
  language(60, 'Java 11', JAVA),
  language(36, 'Java 1.8', JAVA),
  language(48, 'Kotlin', 'text/x-kotlin'),
  language(19, 'OCaml', 'text/x-ocaml'),
  language(3, 'Delphi', PASCAL),
  language(4, 'Free Pascal', PASCAL),
  language(51, 'PascalABC.NET', PASCAL),
  language(13, 'Perl', 'text/x-perl'),
  language(6, 'PHP', 'text/x-php'),
  language(7, 'Python 2', PYTHON),
  language(31, 'Python 3', PYTHON),
  language(40, 'PyPy 2', PYTHON),
  language(41, 'PyPy 3', PYTHON),
  language(67, 'Ruby', 'text/x-ruby'),
  language(49, 'Rust', 'text/x-rustsrc'),
  language(20, 'Scala', 'text/x-scala'),
  language(34, 'JavaScript V8', JAVASCRIPT),
  language(55, 'Node.js', JAVASCRIPT),
]
