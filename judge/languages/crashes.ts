/** Crash report patterns of the language runtimes. The kinds are fixed lists: see judge/health/crash.ts. */

export type CrashForm = {
  /** Finds the crash message, beginning with its kind: the first matched group, or the function's result. */
  said: RegExp | ((stderr: string) => string | undefined)
  /** Kinds of the runtime and its library, as printed. A longer kind comes before a kind that is its prefix. */
  kinds: readonly string[]
  /** Line numbers of the program in the stack trace; null when the runtime prints none. */
  line: RegExp | null
  /** The match of the innermost frame; the first one by default. */
  innermost?: 'first' | 'last'
}

const words = (text: string): string[] => text.trim().split(/\s+/)
const withPrefix = (prefix: string, text: string): string[] => words(text).map((name) => prefix + name)

const STD = withPrefix(
  'std::',
  `out_of_range length_error invalid_argument domain_error logic_error range_error overflow_error underflow_error
  runtime_error bad_alloc bad_array_new_length bad_cast bad_typeid bad_exception bad_function_call
  bad_optional_access bad_variant_access bad_any_cast bad_weak_ptr bad_expected_access system_error future_error
  regex_error ios_base::failure format_error filesystem::filesystem_error exception nested_exception`,
)

/** Messages of the C library before it aborts a program with a corrupt heap or stack. */
const BROKEN = [
  'free(): double free detected in tcache 2',
  'double free or corruption',
  'free(): invalid pointer',
  'free(): invalid size',
  'free(): invalid next size',
  'munmap_chunk(): invalid pointer',
  'realloc(): invalid pointer',
  'realloc(): invalid next size',
  'malloc(): corrupted top size',
  'malloc(): invalid size',
  'malloc(): unsorted double linked list corrupted',
  'malloc(): unaligned tcache chunk detected',
  'corrupted size vs. prev_size',
  'corrupted double-linked list',
  '*** stack smashing detected ***',
  '*** buffer overflow detected ***',
]

export const C: CrashForm = {
  said: /^terminate called after throwing an instance of '(.*)|^main: main\.c(?:pp)?:\d+: .*: (Assertion )`|^((?:free|malloc|realloc|munmap_chunk)\(\): .*|double free .*|corrupted .*|\*\*\* .*)/m,
  kinds: [...STD, ...BROKEN, 'Assertion'],
  line: /^main: main\.c(?:pp)?:(\d+): .*: Assertion `/gm,
}

/** First unindented line after the last frame of a traceback; undefined without a traceback. */
function lastWords(stderr: string): string | undefined {
  if (!stderr.includes('Traceback (most recent call last):')) return undefined
  const lines = stderr.split('\n')
  const frame = lines.findLastIndex((line) => /^ {1,9}File "/.test(line))
  return frame < 0 ? undefined : lines.slice(frame + 1).find((line) => /^\S/.test(line))
}

export const PYTHON: CrashForm = {
  said: lastWords,
  kinds:
    words(`ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError
    ChildProcessError ConnectionError EOFError Exception FileExistsError FileNotFoundError FloatingPointError
    GeneratorExit ImportError IndentationError IndexError InterruptedError IOError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError
    OSError OverflowError PermissionError ProcessLookupError RecursionError ReferenceError RuntimeError StopAsyncIteration
    StopIteration SyntaxError SystemError TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
    UnicodeEncodeError UnicodeError UnicodeTranslateError ValueError ZeroDivisionError`),
  line: /^ +File "(?:\/w\/)?main\.py", line (\d+)/gm,
  innermost: 'last',
}

const JVM = [
  ...withPrefix(
    'java.lang.',
    `ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException AssertionError ClassCastException
    ClassNotFoundException CloneNotSupportedException Error Exception ExceptionInInitializerError
    IllegalAccessException IllegalArgumentException IllegalMonitorStateException IllegalStateException
    IllegalThreadStateException IndexOutOfBoundsException InstantiationException InterruptedException LinkageError
    MatchException NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchMethodError
    NullPointerException NumberFormatException OutOfMemoryError RuntimeException SecurityException
    StackOverflowError StringIndexOutOfBoundsException Throwable UnsupportedOperationException`,
  ),
  ...withPrefix(
    'java.util.',
    `ConcurrentModificationException DuplicateFormatFlagsException EmptyStackException
    IllegalFormatConversionException IllegalFormatException InputMismatchException MissingFormatArgumentException
    MissingResourceException NoSuchElementException UnknownFormatConversionException`,
  ),
  ...withPrefix('java.io.', 'EOFException FileNotFoundException IOException UncheckedIOException'),
  ...withPrefix(
    'kotlin.',
    'KotlinNullPointerException NoWhenBranchMatchedException NotImplementedError UninitializedPropertyAccessException',
  ),
]

/** Frames of the JVM's own library begin with a module or package name, which `line` excludes. */
export const JAVA: CrashForm = {
  said: /^Exception in thread "[^"\n]*" (.*)/m,
  kinds: JVM,
  line: /^\tat (?!java\.|javax\.|jdk\.|sun\.|kotlin\.)[^(\n]*\([^():\n]*\.(?:java|kt):(\d+)\)$/gm,
}

export const NODE: CrashForm = {
  said: /^\S*main\.[jt]s:\d+\n(?:.*\n){0,3}? *\^+\n+(.*)/m,
  kinds: words('TypeError RangeError ReferenceError SyntaxError URIError EvalError AggregateError Error'),
  line: /^\S*main\.[jt]s:(\d+)$/gm,
}

export const RUBY: CrashForm = {
  said: /^\S*main\.rb:\d+:in [`'].*\(([^()\n]*)\)$/m,
  kinds:
    words(`ArgumentError EncodingError EOFError FiberError FloatDomainError FrozenError IndexError IOError KeyError
    LoadError LocalJumpError Math::DomainError NameError NoMatchingPatternError NoMatchingPatternKeyError NoMemoryError
    NoMethodError NotImplementedError RangeError RegexpError RuntimeError ScriptError SecurityError StandardError
    StopIteration SystemStackError ThreadError TypeError UncaughtThrowError ZeroDivisionError`),
  line: /^(?:\tfrom )?\S*main\.rb:(\d+):in/gm,
}

export const PHP: CrashForm = {
  said: /^(?:PHP )?Fatal error: +(?:Uncaught )?(.*)/m,
  kinds:
    words(`ArgumentCountError ArithmeticError AssertionError DivisionByZeroError ErrorException Error Exception
    InvalidArgumentException LengthException LogicException OutOfBoundsException OutOfRangeException OverflowException
    RangeException RuntimeException TypeError UnderflowException UnexpectedValueException UnhandledMatchError ValueError`),
  line: / in \/w\/main\.php on line (\d+)$/gm,
}

export const GO: CrashForm = {
  said: /^(?:panic|fatal error|runtime): (.*)/m,
  kinds: [
    'runtime error: index out of range',
    'runtime error: slice bounds out of range',
    'runtime error: integer divide by zero',
    'runtime error: invalid memory address or nil pointer dereference',
    'runtime error: makeslice: len out of range',
    'runtime error: makeslice: cap out of range',
    'runtime error: hash of unhashable type',
    'runtime error: comparing uncomparable type',
    'runtime error: negative shift amount',
    'assignment to entry in nil map',
    'all goroutines are asleep - deadlock!',
    'concurrent map writes',
    'concurrent map read and map write',
    'close of closed channel',
    'close of nil channel',
    'send on closed channel',
    'sync: negative WaitGroup counter',
    'interface conversion',
    'goroutine stack exceeds',
  ],
  line: /\/main\.go:(\d+)/g,
}

export const RUST: CrashForm = {
  said: /^thread '[^'\n]*'(?: \(\d+\))? (?:panicked at [^\n]*:\n|(?=has overflowed))(.*)/m,
  kinds: [
    'index out of bounds',
    'attempt to divide by zero',
    'attempt to calculate the remainder with a divisor of zero',
    'attempt to divide with overflow',
    'attempt to add with overflow',
    'attempt to subtract with overflow',
    'attempt to multiply with overflow',
    'attempt to negate with overflow',
    'called `Option::unwrap()` on a `None` value',
    'called `Result::unwrap()` on an `Err` value',
    'called `Result::unwrap_err()` on an `Ok` value',
    'assertion failed',
    'assertion `left == right` failed',
    'assertion `left != right` failed',
    'capacity overflow',
    'already borrowed',
    'already mutably borrowed',
    'RefCell already borrowed',
    'RefCell already mutably borrowed',
    'range start index',
    'range end index',
    'slice index starts at',
    'internal error: entered unreachable code',
    'not yet implemented',
    'not implemented',
    'has overflowed its stack',
  ],
  line: /panicked at main\.rs:(\d+):\d+/g,
}

export const CSHARP: CrashForm = {
  said: /^Unhandled Exception:\n(.*)/m,
  kinds: withPrefix(
    'System.',
    `AccessViolationException AggregateException ApplicationException ArgumentException ArgumentNullException
    ArgumentOutOfRangeException ArithmeticException ArrayTypeMismatchException DivideByZeroException Exception
    FormatException IndexOutOfRangeException InsufficientExecutionStackException InvalidCastException
    InvalidOperationException NotFiniteNumberException NotImplementedException NotSupportedException
    NullReferenceException ObjectDisposedException OutOfMemoryException OverflowException RankException
    StackOverflowException TimeoutException TypeInitializationException IO.EndOfStreamException
    IO.FileNotFoundException IO.IOException Collections.Generic.KeyNotFoundException`,
  ),
  line: null,
}

export const PASCAL: CrashForm = {
  said: /^(Runtime error \d+)|^An unhandled exception occurred at \$[0-9A-F]+:\n(.*)/m,
  kinds: [
    ...words(`EAccessViolation EArgumentException EArgumentOutOfRangeException EControlC EConvertError EDivByZero
      EExternal EInOutError EIntOverflow EInvalidCast EInvalidOp EInvalidPointer EListError EMathError EOutOfMemory
      EOverflow EPrivilege ERangeError EStackOverflow EUnderflow EVariantError EZeroDivide Exception`),
    ...[2, 3, 4, 5, 6, 100, 101, 103, 104, 105, 106].map((code) => `Runtime error ${code}`),
    ...Array.from({ length: 33 }, (_, place) => `Runtime error ${200 + place}`),
  ],
  line: null,
}

export const HASKELL: CrashForm = {
  said: /^main: (?:main\.hs:[^ \n]* )?(.*)/m,
  kinds: [
    'divide by zero',
    'arithmetic overflow',
    'arithmetic underflow',
    'loss of precision',
    'stack overflow',
    'Prelude.head: empty list',
    'Prelude.tail: empty list',
    'Prelude.last: empty list',
    'Prelude.init: empty list',
    'Prelude.maximum: empty list',
    'Prelude.minimum: empty list',
    'Prelude.foldr1: empty list',
    'Prelude.foldl1: empty list',
    'Prelude.!!: index too large',
    'Prelude.!!: negative index',
    'Prelude.read: no parse',
    'Prelude.read: ambiguous parse',
    'Prelude.undefined',
    'Prelude.chr: bad argument',
    'Prelude.getLine: end of file',
    '<stdin>: hGetLine: end of file',
    '<stdin>: hGetChar: end of file',
    '<stdin>: hGetContents: illegal operation',
    'Map.!: given key is not an element in the map',
    'Maybe.fromJust: Nothing',
    'Non-exhaustive patterns',
    'Irrefutable pattern failed',
    'Ix{Int}.index: Index',
    'Error in array index',
    '(Array.!): undefined array element',
    'thread blocked indefinitely in an MVar operation',
    '<<loop>>',
  ],
  line: /\bmain\.hs:(\d+):\d+/g,
}
