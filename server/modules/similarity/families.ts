/** How the programs of one language family are split into tokens. Programs of different families are not compared. */
export type Family = {
  name: string
  /** Starts of comments that end with the line. */
  lineComments: readonly string[]
  /** Comments and texts without a meaning: start and end. */
  blocks: readonly (readonly [string, string])[]
  /** Quotes of strings; one ends at the end of its line at the latest. */
  quotes: string
  /** Words that keep their name: keywords and names of the library, which nobody renames. */
  kept: ReadonlySet<string>
  /** Words of one meaning: types, kinds of loops. */
  folded: ReadonlyMap<string, string>
  /** Words and signs without a meaning for the comparison. */
  dropped: ReadonlySet<string>
  /** First words of lines that say which library is used. */
  importing: RegExp | null
  ignoresCase: boolean
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const folding = (groups: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(groups).flatMap(([to, from]) => words(from).map((word) => [word, to] as const)))

const CONTROL = 'if else switch case default break continue return goto do try catch throw new delete'
const LAYOUT = '{ } ;'

type Given = Omit<Partial<Family>, 'kept' | 'folded' | 'dropped'> & {
  kept: string
  folded?: Readonly<Record<string, string>>
  dropped?: string
}

const family = (name: string, { kept, folded = {}, dropped = '', ...given }: Given): Family => ({
  name,
  lineComments: ['//'],
  blocks: [['/*', '*/']],
  quotes: '"\'',
  importing: null,
  ignoresCase: false,
  ...given,
  kept: new Set(words(kept)),
  folded: folding(folded),
  dropped: new Set([...words(LAYOUT), ...words(dropped)]),
})

const C = family('c', {
  kept: `${CONTROL} struct class union enum template typename operator this nullptr NULL true false sizeof lambda
    vector map set multiset unordered_map unordered_set pair tuple array queue deque stack priority_queue bitset list string
    push push_back emplace emplace_back pop pop_back top front back begin end rbegin rend size empty insert erase find count
    resize assign clear first second sort stable_sort reverse unique lower_bound upper_bound binary_search next_permutation
    max_element min_element accumulate iota fill fill_n memset memcpy swap min max abs sqrt pow gcd make_pair make_tuple get tie
    greater less numeric_limits function move cin cout scanf printf puts putchar getchar getline gets cerr stdin main
    sync_with_stdio setprecision malloc free qsort strlen strcmp strcpy substr to_string stoi isdigit popcount`,
  folded: {
    type: 'int long short char bool double float unsigned signed auto void size_t int64_t uint64_t int32_t uint32_t __int64',
    loop: 'for while',
    text: 'endl',
  },
  dropped: 'const static inline register constexpr volatile extern std :: public private protected typedef',
  importing: /^\s*(#\s*(include|pragma|if|ifdef|ifndef|endif|else|undef)\b|using\s+namespace\b)/,
})

const OBJECTS = `${CONTROL} class interface enum this super null true false instanceof finally List ArrayList Map HashMap TreeMap Set
  HashSet Queue Deque ArrayDeque PriorityQueue LinkedList Arrays Collections Math Integer Long String StringBuilder Scanner
  BufferedReader System out in println print readLine nextInt nextLong split parseInt length size get put add poll offer
  peek isEmpty contains containsKey sort min max abs append toString Comparator compare main`
const LOOPS = { loop: 'for while foreach' }
const MODIFIERS = 'public private protected static final const readonly override virtual internal sealed'

const JAVA = family('java', {
  kept: OBJECTS,
  folded: { ...LOOPS, type: 'int long short byte char boolean double float void var' },
  dropped: MODIFIERS,
  importing: /^\s*(import|package)\b/,
})

const CSHARP = family('csharp', {
  kept: `${OBJECTS} Console ReadLine WriteLine Parse Split Dictionary Length Count Add Sort Min Max`,
  folded: { ...LOOPS, type: 'int long short byte char bool double float decimal void var ulong uint' },
  dropped: `${MODIFIERS} namespace`,
  importing: /^\s*(using|namespace)\b/,
})

const KOTLIN = family('kotlin', {
  kept: `${OBJECTS} fun when is as object readln until downTo step IntArray LongArray Array mutableListOf listOf map toInt toLong`,
  folded: { ...LOOPS, type: 'Int Long Short Byte Char Boolean Double Float', name: 'val var' },
  dropped: MODIFIERS,
  importing: /^\s*(import|package)\b/,
})

const GO = family('go', {
  kept: `${CONTROL} func struct interface map chan range nil true false make len cap append copy delete fmt bufio os sort heap
    Scan Scanf Scanln Fscan Println Printf Print NewReader NewWriter Flush Push Pop Len Less Swap Slice Ints main`,
  folded: { ...LOOPS, type: 'int int64 int32 uint64 uint32 byte rune bool float64 string' },
  dropped: 'var const type',
  importing: /^\s*(import|package)\b/,
  quotes: '"\'`',
})

const RUST = family('rust', {
  kept: `${CONTROL} fn struct enum impl trait match loop self Self Some None Ok Err Vec String Option Result HashMap HashSet BTreeMap
    BinaryHeap VecDeque Reverse push pop len iter into_iter map filter collect unwrap parse split_whitespace read_line
    read_to_string println print vec min max sort main as in where true false`,
  folded: { loop: 'for while', type: 'i32 i64 u32 u64 i128 u128 usize isize u8 bool f64 char' },
  dropped: 'let mut pub std :: & ref',
  importing: /^\s*(use|extern)\b/,
  quotes: '"',
})

const SCRIPT = family('script', {
  kept: `${CONTROL} function class this null undefined true false typeof instanceof of in yield await async Map Set Array Number Math
    String BigInt require readFileSync split map filter reduce forEach push pop shift unshift length sort slice splice join
    parseInt console log min max floor get set has add keys values entries fill from`,
  folded: { ...LOOPS, name: 'let const var', type: 'number string boolean any bigint' },
  dropped: 'public private readonly static export as',
  importing: /^\s*import\b/,
  quotes: '"\'`',
})

const PHP = family('php', {
  kept: `${CONTROL} function foreach echo print array count fgets fscanf explode implode intval array_push array_pop sort usort true
    false null isset list global min max abs strlen`,
  folded: LOOPS,
  dropped: `${MODIFIERS} $ <?php ?>`,
  lineComments: ['//', '#'],
})

const PYTHON = family('python', {
  kept: `if elif else break continue return def class lambda yield try except finally raise with as pass in not and or is True False
    None import global nonlocal del assert range len input print int str float list dict set tuple map zip sorted sum min max abs
    enumerate append pop extend insert split join strip sort heappush heappop heapify heapq deque popleft appendleft
    defaultdict Counter sys stdin stdout read readline readlines write buffer exit setrecursionlimit any all filter reversed
    inf self items keys values get add bisect_left bisect_right bisect lru_cache`,
  folded: { loop: 'for while' },
  dropped: ':',
  lineComments: ['#'],
  blocks: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  importing: /^\s*(import|from)\b/,
})

const RUBY = family('ruby', {
  kept: `if elsif else unless case when then break next return def class module end begin rescue ensure raise yield do in and or not
    true false nil self gets puts print p each map select reduce inject times upto downto step to_i to_s split join push pop
    shift sort sort_by min max sum size length chomp Array Hash new lambda proc`,
  folded: { loop: 'for while until loop' },
  lineComments: ['#'],
  blocks: [['=begin', '=end']],
  importing: /^\s*require\b/,
})

const PASCAL = family('pascal', {
  kept: `if then else case of repeat until begin end function procedure program array record exit break continue and or not div mod
    true false nil read readln write writeln new dispose inc dec length setlength shl shr xor ord chr abs sqr sqrt`,
  folded: {
    loop: 'for while',
    type: 'integer longint int64 qword byte word char boolean real double string',
  },
  dropped: 'var const type',
  blocks: [
    ['{', '}'],
    ['(*', '*)'],
  ],
  quotes: "'",
  importing: /^\s*uses\b/i,
  ignoresCase: true,
})

const HASKELL = family('haskell', {
  kept: `module where let in do if then else case of data type newtype class instance deriving main return map filter foldl foldr
    foldl' zip zipWith head tail take drop length sum product maximum minimum sort read show words lines unwords unlines
    getLine getContents interact putStrLn print Just Nothing Maybe IO Int Integer replicate replicateM mapM_ forM_ when
    concatMap concat reverse elem fst snd otherwise Map Set fromList insert lookup`,
  lineComments: ['--'],
  blocks: [['{-', '-}']],
  quotes: '"',
  importing: /^\s*(import|module)\b/,
})

/** Families by the start of the keys of judge/languages.ts. */
const BY_KEY: readonly (readonly [RegExp, Family])[] = [
  [/^csharp/, CSHARP],
  [/^c(pp)?\d/, C],
  [/^java/, JAVA],
  [/^kotlin/, KOTLIN],
  [/^go/, GO],
  [/^rust/, RUST],
  [/^(node|typescript)/, SCRIPT],
  [/^php/, PHP],
  [/^(python|pypy)/, PYTHON],
  [/^ruby/, RUBY],
  [/^pascal/, PASCAL],
  [/^haskell/, HASKELL],
]

/** The family of a language key; null: its programs are not compared. */
export const familyOf = (language: string): Family | null =>
  BY_KEY.find(([pattern]) => pattern.test(language))?.[1] ?? null
