/*
 * The command line of a generator, and printing. Named options are written
 * -name=value, -name value, -name10 (digits right behind the name) or -name,
 * with one dash or two; every word that belongs to none has an index.
 */

struct testlib_Options {
  std::vector<std::string> words;
  std::map<std::string, std::string> named;
  std::set<std::string> used;
  bool ready = false, forgiving = false;
};

static testlib_Options testlib_options;

inline bool testlib_isOptionName(const std::string &word)
{
  return word.size() > 1 && word[0] == '-' && (std::isalpha((unsigned char)word[1]) || (word[1] == '-' && word.size() > 2 && std::isalpha((unsigned char)word[2])));
}

inline void prepareOpts(int argc, char *argv[])
{
  testlib_options = testlib_Options();
  testlib_options.ready = true;
  testlib_options.words.assign(argv, argv + argc);
  std::vector<std::string> words(argv + 1, argv + argc);
  for (size_t i = 0; i < words.size(); i++) {
    if (!testlib_isOptionName(words[i]))
      continue;
    std::string name = words[i].substr(words[i][1] == '-' ? 2 : 1), value = "true";
    size_t equals = name.find('='), digits = name.find_last_not_of("0123456789.");
    if (equals != std::string::npos) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    } else if (digits != std::string::npos && digits + 1 < name.size()) {
      /* A minus before the digits belongs to them. */
      size_t from = digits > 0 && name[digits] == '-' ? digits : digits + 1;
      value = name.substr(from);
      name = name.substr(0, from);
    } else if (i + 1 < words.size() && !testlib_isOptionName(words[i + 1])) {
      value = words[++i];
    }
    testlib_options.named[name] = value;
  }
}

inline bool has_opt(const std::string &key)
{
  testlib_options.used.insert(key);
  return testlib_options.named.count(key) > 0;
}

template <typename T> inline T testlib_optionTo(const std::string &text, const std::string &key, std::true_type)
{
  bool negative = false;
  unsigned long long size = 0;
  double real = 0;
  bool whole = !text.empty() && testlib_toInteger(text, std::is_signed<T>::value, negative, size);
  if (std::is_floating_point<T>::value && testlib_toDouble(text, real))
    return T(real);
  T value = T(negative ? 0 - size : size);
  if (!whole || std::is_floating_point<T>::value || (value < T(0)) != (negative && size > 0) ||
      (negative ? 0 - (unsigned long long)value : (unsigned long long)value) != size)
    quitf(_fail, "Opt '%s': \"%s\" is no such number", key.c_str(), compress(text).c_str());
  return value;
}

template <typename T> inline T testlib_optionTo(const std::string &text, const std::string &key, std::false_type)
{
  std::istringstream in(text);
  T value;
  if (!(in >> value) || in.peek() != EOF)
    quitf(_fail, "Opt '%s': \"%s\" is no such value", key.c_str(), compress(text).c_str());
  return value;
}

template <typename T> struct testlib_Option {
  static T from(const std::string &text, const std::string &key)
  {
    return testlib_optionTo<T>(text, key, std::integral_constant<bool, std::is_arithmetic<T>::value>());
  }
};

template <> struct testlib_Option<std::string> {
  static std::string from(const std::string &text, const std::string &) { return text; }
};

template <> struct testlib_Option<char> {
  static char from(const std::string &text, const std::string &key)
  {
    if (text.size() != 1)
      quitf(_fail, "Opt '%s': \"%s\" is not one character", key.c_str(), compress(text).c_str());
    return text[0];
  }
};

template <> struct testlib_Option<bool> {
  static bool from(const std::string &text, const std::string &key)
  {
    std::string word = lowerCase(text);
    if (word == "true" || word == "1")
      return true;
    if (word != "false" && word != "0")
      quitf(_fail, "Opt '%s': \"%s\" is neither true nor false", key.c_str(), compress(text).c_str());
    return false;
  }
};

inline std::string testlib_opt(const std::string &key)
{
  if (!testlib_options.ready)
    quit(_fail, "opt: call registerGen or prepareOpts first");
  if (!has_opt(key))
    quitf(_fail, "Opt '%s' is not given", key.c_str());
  return testlib_options.named[key];
}

inline std::string testlib_opt(int index)
{
  if (index < 0 || index >= int(testlib_options.words.size()))
    quitf(_fail, "Opt #%d is not given", index);
  return testlib_options.words[index];
}

template <typename T> inline T opt(int index) { return testlib_Option<T>::from(testlib_opt(index), vtos(index)); }
template <typename T> inline T opt(const std::string &key) { return testlib_Option<T>::from(testlib_opt(key), key); }
/* A flag that is not given is false. */
template <> inline bool opt(const std::string &key) { return has_opt(key) && testlib_Option<bool>::from(testlib_opt(key), key); }
template <typename T> inline T opt(int index, const T &otherwise)
{
  return index >= int(testlib_options.words.size()) ? otherwise : opt<T>(index);
}
template <typename T> inline T opt(const std::string &key, const T &otherwise) { return has_opt(key) ? opt<T>(key) : otherwise; }
inline std::string opt(int index) { return opt<std::string>(index); }
inline std::string opt(const std::string &key) { return opt<std::string>(key); }
inline std::string opt(const std::string &key, const std::string &otherwise) { return opt<std::string>(key, otherwise); }

/* Several values in one word, commas between them. */
template <typename T> inline std::vector<T> testlib_opts(const std::string &text, const std::string &key, char separator)
{
  std::vector<T> values;
  for (const std::string &part : split(text, separator))
    values.push_back(testlib_Option<T>::from(part, key));
  return values;
}
template <typename T> inline std::vector<T> opts(const std::string &key, char separator = ',')
{
  return testlib_opts<T>(testlib_opt(key), key, separator);
}
template <typename T> inline std::vector<T> opts(int index, char separator = ',')
{
  return testlib_opts<T>(testlib_opt(index), vtos(index), separator);
}

inline void suppressEnsureNoUnusedOpts() { testlib_options.forgiving = true; }

/* A misspelt option would go unnoticed otherwise. */
inline std::string testlib_unusedOption()
{
  if (testlib_options.forgiving || testlib_options.used.empty())
    return "";
  for (const auto &one : testlib_options.named)
    if (!testlib_options.used.count(one.first))
      return one.first;
  return "";
}

inline void ensureNoUnusedOpts()
{
  std::string key = testlib_unusedOption();
  if (!key.empty())
    quitf(_fail, "Opt '%s' is given and never used", key.c_str());
}

/* println: values with blanks between them; of a container, all that it holds. */
template <typename T> struct testlib_isText : std::is_convertible<T, std::string> {
};
template <typename T, typename = void> struct testlib_Printer {
  static void print(const T &value) { std::cout << value; }
};
template <typename C>
struct testlib_Printer<C, typename std::enable_if<!testlib_isText<C>::value, decltype(std::declval<const C &>().begin(), void())>::type> {
  static void print(const C &items) { std::cout << joinRange(items.begin(), items.end(), " "); }
};
template <typename T> inline void testlib_print(const T &value) { testlib_Printer<T>::print(value); }

inline void println() { std::cout << '\n'; }
template <typename T> inline void println(const T &value)
{
  testlib_print(value);
  std::cout << '\n';
}
/* Two values, or the two ends of a range. */
template <typename A, typename B, typename = void> struct testlib_isRange : std::false_type {
};
template <typename I>
struct testlib_isRange<I, I, typename std::enable_if<!testlib_isText<I>::value, decltype(*std::declval<I>(), void())>::type> : std::true_type {
};
template <typename A, typename B> inline typename std::enable_if<testlib_isRange<A, B>::value>::type println(const A &from, const B &to)
{
  std::cout << joinRange(from, to, " ") << '\n';
}
template <typename A, typename B> inline typename std::enable_if<!testlib_isRange<A, B>::value>::type println(const A &first, const B &second)
{
  testlib_print(first);
  std::cout << ' ';
  println(second);
}
template <typename A, typename B, typename C, typename... Rest> inline void println(const A &first, const B &second, const C &third, const Rest &...rest)
{
  testlib_print(first);
  std::cout << ' ';
  println(second, third, rest...);
}
