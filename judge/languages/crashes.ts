/** How the runtimes of the languages tell of a program that died. The lists are closed: see judge/health/crash.ts. */

export type CrashForm = {
  /** Finds what it says, which begins with the kind: the first group that matches, or the answer. */
  said: RegExp | ((stderr: string) => string | undefined)
  /** The kinds that come from the runtime or its library, as it writes them; a longer one before its beginning. */
  kinds: readonly string[]
  /** The lines of the program that were at work, and which of them was at it. */
  line: RegExp | null
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

/** What the C library says before it aborts a program whose heap or stack is broken. */
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

/** The first line behind the last frame that is not set in. */
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

/** Frames of the machine's own library name their module or their package. */
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
