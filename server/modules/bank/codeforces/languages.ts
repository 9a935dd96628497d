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

const retired = (id: number, name: string, contentType: string): BankLanguage => ({
  ...language(id, name, contentType),
  isRetired: true,
})

/** `programTypeId` of the submit form in 2026. Codeforces retires compilers, and the ids with them. */
export const LANGUAGES: readonly BankLanguage[] = [
  language(43, 'GNU GCC C11', C),
  language(54, 'GNU G++17', CPP),
  language(89, 'GNU G++20 (64 bit)', CPP),
  language(91, 'GNU G++23 (64 bit)', CPP),
  language(65, 'C# 8, .NET Core', CSHARP),
  language(79, 'C# 10, .NET SDK', CSHARP),
  language(96, 'C# 13, .NET SDK', CSHARP),
  language(9, 'C# Mono', CSHARP),
  language(28, 'D DMD32', 'text/x-d'),
  language(97, 'F# 9, .NET SDK', 'text/x-fsharp'),
  language(32, 'Go', 'text/x-go'),
  language(12, 'Haskell GHC', 'text/x-haskell'),
  language(87, 'Java 21', JAVA),
  language(36, 'Java 1.8', JAVA),
  language(83, 'Kotlin 1.7', 'text/x-kotlin'),
  language(88, 'Kotlin 1.9', 'text/x-kotlin'),
  language(99, 'Kotlin 2.2', 'text/x-kotlin'),
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
  language(70, 'PyPy 3 (64 bit)', PYTHON),
  language(67, 'Ruby', 'text/x-ruby'),
  language(75, 'Rust 2021', 'text/x-rustsrc'),
  language(98, 'Rust 2024', 'text/x-rustsrc'),
  language(20, 'Scala', 'text/x-scala'),
  language(34, 'JavaScript V8', JAVASCRIPT),
  language(55, 'Node.js', JAVASCRIPT),
  retired(52, 'Clang++17 Diagnostics', CPP),
  retired(50, 'GNU G++14', CPP),
  retired(73, 'GNU G++20', CPP),
  retired(59, 'Microsoft Visual C++ 2017', CPP),
  retired(60, 'Java 11', JAVA),
  retired(48, 'Kotlin', 'text/x-kotlin'),
  retired(49, 'Rust', 'text/x-rustsrc'),
]
