/*
 * Random values for generators: a linear congruential generator of 48 bits, so
 * that a command line gives the same test on every machine and compiler.
 */

class random_t
{
public:
  random_t() : state(0x1234567890ABULL) {}

  /* All words of the command line count, and their borders. */
  void setSeed(int argc, char *argv[])
  {
    unsigned long long seed = 0x9E3779B97F4AULL;
    for (int i = 1; i < argc; i++) {
      for (const char *c = argv[i]; *c; c++)
        seed = seed * 0x100000001B3ULL + (unsigned char)*c;
      seed = seed * 0x100000001B3ULL + 257;
    }
    setSeed((long long)seed);
  }

  void setSeed(long long seed)
  {
    state = ((unsigned long long)seed ^ MULTIPLIER) & MASK;
    /* Neighbouring seeds have neighbouring first values. */
    for (int i = 0; i < 4; i++)
      bits(32);
  }

  /* From 0, below n. */
  int next(int n) { return int(below(positive(n))); }
  unsigned int next(unsigned int n) { return (unsigned int)below(positive(n)); }
  long next(long n) { return long(below(positive(n))); }
  unsigned long next(unsigned long n) { return (unsigned long)below(positive(n)); }
  long long next(long long n) { return (long long)below(positive(n)); }
  unsigned long long next(unsigned long long n) { return below(positive(n)); }
  int next(short n) { return next(int(n)); }
  int next(unsigned short n) { return next(int(n)); }

  /* From `from` to `to`, both included. */
  int next(int from, int to) { return int(between(from, to)); }
  unsigned int next(unsigned int from, unsigned int to) { return (unsigned int)(from + below(span(from, to))); }
  long next(long from, long to) { return long(between(from, to)); }
  unsigned long next(unsigned long from, unsigned long to) { return (unsigned long)(from + below(span(from, to))); }
  long long next(long long from, long long to) { return between(from, to); }
  unsigned long long next(unsigned long long from, unsigned long long to) { return from + below(span(from, to)); }
  template <typename A, typename B>
  typename std::enable_if<!std::is_same<A, B>::value && std::is_integral<A>::value && std::is_integral<B>::value, long long>::type
  next(A from, B to)
  {
    return between((long long)from, (long long)to);
  }

  /* From 0 or `from`, below 1, `n` or `to`. */
  double next() { return double(bits(26) << 27 | bits(27)) / double(1ULL << 53); }
  double next(double n) { return n * next(); }
  double next(double from, double to)
  {
    if (from > to)
      quitf(_fail, "rnd.next(%g, %g): the first must not be larger", from, to);
    return from + (to - from) * next();
  }

  /* Text made from a pattern. */
  std::string next(const std::string &text) { return pattern(text).next(*this); }
  std::string TESTLIB_LIKE_PRINTF(2, 3) next(const char *text, ...)
  {
    TESTLIB_FORMATTED(text, formatted);
    return pattern(formatted).next(*this);
  }

  /* Weighted: the largest of type + 1 values, or for negative types the smallest. */
  int wnext(int n, int type) { return int(weighted(positive(n), type)); }
  long long wnext(long long n, int type) { return (long long)weighted(positive(n), type); }
  unsigned int wnext(unsigned int n, int type) { return (unsigned int)weighted(positive(n), type); }
  unsigned long long wnext(unsigned long long n, int type) { return weighted(positive(n), type); }
  long wnext(long n, int type) { return long(weighted(positive(n), type)); }
  unsigned long wnext(unsigned long n, int type) { return (unsigned long)weighted(positive(n), type); }
  double wnext(double n, int type) { return n * extreme(type); }
  double wnext(int type) { return extreme(type); }
  int wnext(int from, int to, int type) { return int(from + (long long)weighted(span(from, to), type)); }
  long long wnext(long long from, long long to, int type)
  {
    return (long long)((unsigned long long)from + weighted(span(from, to), type));
  }
  long wnext(long from, long to, int type) { return long(wnext((long long)from, (long long)to, type)); }
  unsigned int wnext(unsigned int from, unsigned int to, int type) { return from + (unsigned int)weighted(span(from, to), type); }
  unsigned long wnext(unsigned long from, unsigned long to, int type) { return from + weighted(span(from, to), type); }
  double wnext(double from, double to, int type) { return from + (to - from) * extreme(type); }

  template <typename C> typename C::value_type any(const C &items) { return *nth(items.begin(), below(sizeOf(items))); }
  template <typename I> typename std::iterator_traits<I>::value_type any(I from, I to)
  {
    return *nth(from, below(positive((long long)std::distance(from, to))));
  }
  template <typename C> typename C::value_type wany(const C &items, int type)
  {
    return *nth(items.begin(), weighted(sizeOf(items), type));
  }
  template <typename I> typename std::iterator_traits<I>::value_type wany(I from, I to, int type)
  {
    return *nth(from, weighted(positive((long long)std::distance(from, to)), type));
  }

  /* first, first + 1, … in any order. */
  template <typename T, typename E> std::vector<E> perm(T size, E first)
  {
    if (size < 0)
      quitf(_fail, "rnd.perm: the size must not be negative");
    std::vector<E> items;
    for (T i = 0; i < size; i++)
      items.push_back(first + E(i));
    for (size_t i = items.size(); i > 1; i--)
      std::swap(items[i - 1], items[below(i)]);
    return items;
  }
  template <typename T> std::vector<T> perm(T size) { return perm(size, T(0)); }

  /* Different values from `from` to `to`, in any order. */
  template <typename T> std::vector<T> distinct(int size, T from, T to)
  {
    if (size < 0 || (size > 0 && (from > to || (unsigned long long)size - 1 > (unsigned long long)to - (unsigned long long)from)))
      quitf(_fail, "rnd.distinct: there are not so many values");
    std::vector<T> chosen;
    unsigned long long most = size ? (unsigned long long)to - (unsigned long long)from : 0;
    /* Each step widens what may be chosen by one; a value that is taken is replaced by the newest. */
    std::set<unsigned long long> taken;
    for (unsigned long long top = most - (size ? size - 1 : 0); int(chosen.size()) < size; top++) {
      unsigned long long value = top == ULLONG_MAX ? full() : below(top + 1);
      if (!taken.insert(value).second) {
        value = top;
        taken.insert(value);
      }
      chosen.push_back(T((unsigned long long)from + value));
    }
    for (size_t i = chosen.size(); i > 1; i--)
      std::swap(chosen[i - 1], chosen[below(i)]);
    return chosen;
  }
  template <typename T> std::vector<T> distinct(int size, T upper) { return distinct(size, T(0), T(upper - 1)); }

  /* Parts that add up to a sum, none smaller than the least. */
  template <typename T> std::vector<T> partition(int size, T sum, T least)
  {
    if (size < 0 || least < 0 || sum < T(size) * least || (size == 0 && sum != 0))
      quitf(_fail, "rnd.partition: there is no such partition");
    if (size == 0)
      return std::vector<T>();
    T spare = sum - T(size) * least;
    std::vector<long long> cuts = distinct(size - 1, 0LL, (long long)spare + size - 2);
    std::sort(cuts.begin(), cuts.end());
    std::vector<T> parts;
    long long before = -1;
    for (int i = 0; i < size; i++) {
      long long cut = i + 1 < size ? cuts[i] : (long long)spare + size - 1;
      parts.push_back(T(least + T(cut - before - 1)));
      before = cut;
    }
    return parts;
  }
  template <typename T> std::vector<T> partition(int size, T sum) { return partition(size, sum, T(1)); }

private:
  static const unsigned long long MULTIPLIER = 0x5DEECE66DULL, ADDEND = 11, MASK = (1ULL << 48) - 1;
  unsigned long long state;

  unsigned long long bits(int count)
  {
    state = (state * MULTIPLIER + ADDEND) & MASK;
    return state >> (48 - count);
  }

  unsigned long long full() { return bits(32) << 32 | bits(32); }

  template <typename T> static unsigned long long positive(T n)
  {
    if (n <= 0)
      quitf(_fail, "rnd: there is nothing below %s", vtos(n).c_str());
    return (unsigned long long)n;
  }

  template <typename T> static unsigned long long span(T from, T to)
  {
    if (from > to)
      quitf(_fail, "rnd: %s is larger than %s", vtos(from).c_str(), vtos(to).c_str());
    /* All values of 64 bits together are as many as 0 stands for. */
    return (unsigned long long)to - (unsigned long long)from + 1;
  }

  long long between(long long from, long long to)
  {
    unsigned long long width = span(from, to);
    return (long long)((unsigned long long)from + (width ? below(width) : full()));
  }

  /* Every value alike: what would favour the small ones is drawn again. */
  unsigned long long below(unsigned long long n)
  {
    if (n == 0)
      return full();
    unsigned long long excess = (ULLONG_MAX % n + 1) % n, value;
    do
      value = n <= (1ULL << 31) ? bits(31) : full();
    while (n <= (1ULL << 31) ? value >= (1ULL << 31) / n * n : value > ULLONG_MAX - excess);
    return value % n;
  }

  double extreme(int type)
  {
    double value = std::pow(next(), 1.0 / (std::abs(type) + 1.0));
    return type < 0 ? 1 - value : value;
  }

  unsigned long long weighted(unsigned long long n, int type)
  {
    if (std::abs(type) > 25)
      return std::min((unsigned long long)(extreme(type) * double(n)), n - 1);
    unsigned long long value = below(n);
    for (int i = 0; i < std::abs(type); i++) {
      unsigned long long other = below(n);
      value = type > 0 ? std::max(value, other) : std::min(value, other);
    }
    return value;
  }

  template <typename C> static unsigned long long sizeOf(const C &items)
  {
    if (items.empty())
      quitf(_fail, "rnd: nothing to choose from");
    return items.size();
  }

  template <typename I> static I nth(I from, unsigned long long count)
  {
    std::advance(from, (long long)count);
    return from;
  }
};

static random_t rnd;

inline std::string pattern::next(random_t &rnd) const
{
  std::string text;
  make(root, rnd, text);
  return text;
}

inline void pattern::make(const Node &node, random_t &rnd, std::string &text) const
{
  if (node.most == INT_MAX)
    broken("nothing can be made from a repetition without end");
  if (node.kind == SET && node.printable.empty())
    broken("nothing can be made from an empty set");
  for (int times = rnd.next(node.least, node.most); times > 0; times--) {
    if (node.kind == SET)
      text += node.printable[rnd.next(int(node.printable.size()))];
    else if (node.kind == CHOICE)
      make(node.parts[rnd.next(int(node.parts.size()))], rnd, text);
    else
      for (const Node &part : node.parts)
        make(part, rnd, text);
  }
}

template <typename I> inline void shuffle(I from, I to)
{
  for (long long count = std::distance(from, to); count > 1; count--)
    std::iter_swap(from + (count - 1), from + rnd.next(count));
}
