/* Text: formatting, blanks, splitting and joining. */

const char EOFC = char(255);
const char LF = char(10);
const char CR = char(13);
const char TAB = char(9);
const char SPACE = ' ';

inline std::string testlib_vformat(const char *pattern, va_list arguments)
{
  va_list copy;
  va_copy(copy, arguments);
  int length = std::vsnprintf(NULL, 0, pattern, copy);
  va_end(copy);
  if (length <= 0)
    return std::string();
  std::vector<char> text(length + 1);
  std::vsnprintf(text.data(), text.size(), pattern, arguments);
  return std::string(text.data(), length);
}

#define TESTLIB_FORMATTED(pattern, text)           \
  va_list testlib_arguments;                       \
  va_start(testlib_arguments, pattern);            \
  std::string text = testlib_vformat(pattern, testlib_arguments); \
  va_end(testlib_arguments)

#ifdef __GNUC__
#define TESTLIB_LIKE_PRINTF(pattern, first) __attribute__((format(printf, pattern, first)))
#else
#define TESTLIB_LIKE_PRINTF(pattern, first)
#endif

inline std::string TESTLIB_LIKE_PRINTF(1, 2) format(const char *pattern, ...)
{
  TESTLIB_FORMATTED(pattern, text);
  return text;
}

inline std::string format(const std::string pattern, ...)
{
  const char *plain = pattern.c_str();
  va_list arguments;
  va_start(arguments, pattern);
  std::string text = testlib_vformat(plain, arguments);
  va_end(arguments);
  return text;
}

inline bool isBlanks(char c) { return c == LF || c == CR || c == SPACE || c == TAB; }
inline bool isEoln(char c) { return c == LF || c == CR; }
inline bool isEof(char c) { return c == EOFC; }

/* Long text with its middle left out, so that messages stay readable. */
inline std::string compress(const std::string &text)
{
  if (text.size() <= 64)
    return text;
  return text.substr(0, 30) + "..." + text.substr(text.size() - 31);
}

inline std::string englishEnding(long long number)
{
  number = std::llabs(number) % 100;
  if (number / 10 == 1)
    return "th";
  return number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th";
}

template <typename T> inline std::string vtos(const T &value)
{
  std::ostringstream text;
  text << value;
  return text.str();
}

template <typename T> inline std::string toString(const T &value) { return vtos(value); }
template <typename T> inline std::string toHumanReadableString(const T &value) { return vtos(value); }

inline std::string upperCase(std::string text)
{
  for (char &c : text)
    c = char(std::toupper((unsigned char)c));
  return text;
}

inline std::string lowerCase(std::string text)
{
  for (char &c : text)
    c = char(std::tolower((unsigned char)c));
  return text;
}

inline std::string trim(const std::string &text)
{
  size_t from = 0, to = text.size();
  while (from < to && isBlanks(text[from]))
    from++;
  while (to > from && isBlanks(text[to - 1]))
    to--;
  return text.substr(from, to - from);
}

inline std::vector<std::string> split(const std::string &text, char separator)
{
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == separator)
      parts.push_back(std::string());
    else
      parts.back() += c;
  return parts;
}

inline std::vector<std::string> tokenize(const std::string &text, char separator)
{
  std::vector<std::string> parts;
  for (const std::string &part : split(text, separator))
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

template <typename T> inline std::string joinRange(T from, T to, const std::string &separator)
{
  std::ostringstream text;
  for (T at = from; at != to; ++at) {
    if (at != from)
      text << separator;
    text << *at;
  }
  return text.str();
}

template <typename T> inline std::string join(T from, T to, const std::string &separator = " ")
{
  return joinRange(from, to, separator);
}

template <typename T> inline std::string join(T from, T to, char separator)
{
  return joinRange(from, to, std::string(1, separator));
}

template <typename C> inline std::string join(const C &items, char separator = ' ')
{
  return joinRange(items.begin(), items.end(), std::string(1, separator));
}

inline std::vector<std::string> split(const std::string &text, const std::string &separators)
{
  std::vector<std::string> parts(1);
  for (char c : text)
    if (separators.find(c) != std::string::npos)
      parts.push_back(std::string());
    else
      parts.back() += c;
  return parts;
}

inline std::vector<std::string> tokenize(const std::string &text, const std::string &separators)
{
  std::vector<std::string> parts;
  for (const std::string &part : split(text, separators))
    if (!part.empty())
      parts.push_back(part);
  return parts;
}
