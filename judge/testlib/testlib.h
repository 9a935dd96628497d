/*
 * testlib.h: the interface that checkers and interactors written for testlib
 * expect, made anew for this judge. A checker calls registerTestlibCmd and
 * reads `inf` (the input), `ouf` (the contestant's output) and `ans` (the
 * answer); an interactor calls registerInteraction, where `ouf` is the
 * conversation itself and `tout` a file of its own. Both end with quitf.
 *
 * What goes wrong while reading is blamed on the stream it was read from: the
 * contestant's output is a wrong format, everything else is a broken test.
 */
#ifndef TESTLIB_H
#define TESTLIB_H

#include <algorithm>
#include <cctype>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#define TESTLIB_VERSION "of this judge, 1"

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _dirt = 4, _points = 5, _unexpected_eof = 8, _partially = 16 };

/* A partial result of so many percent. */
#define _pc(percent) (TResult(_partially + (percent)))

enum TMode { _input, _output, _answer };
enum TTestlibMode { _unknown, _checker, _validator, _generator, _interactor, _scorer };

const char EOFC = char(255);
const char LF = char(10);
const char CR = char(13);
const char TAB = char(9);
const char SPACE = ' ';

/* ---- text --------------------------------------------------------------- */

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

/* ---- numbers ------------------------------------------------------------ */

inline bool testlib_isNaN(double value) { return value != value; }
inline bool testlib_isInfinite(double value) { return std::fabs(value) > std::numeric_limits<double>::max(); }

/* Close in absolute or in relative terms. */
inline bool doubleCompare(double expected, double result, double error)
{
  if (testlib_isNaN(expected) || testlib_isNaN(result))
    return testlib_isNaN(expected) && testlib_isNaN(result);
  if (testlib_isInfinite(expected) || testlib_isInfinite(result))
    return expected == result;
  double allowed = error + 1e-15;
  return std::fabs(result - expected) <= allowed || std::fabs(result - expected) <= allowed * std::fabs(expected);
}

/* The smaller of the absolute and the relative error. */
inline double doubleDelta(double expected, double result)
{
  double absolute = std::fabs(result - expected);
  return std::fabs(expected) > 1e-9 ? std::min(absolute, absolute / std::fabs(expected)) : absolute;
}

inline bool testlib_toInteger(const std::string &word, bool isSigned, bool &negative, unsigned long long &size)
{
  size_t at = 0;
  negative = isSigned && word[0] == '-';
  if (negative)
    at++;
  if (at == word.size() || (word[at] == '0' && (word.size() > at + 1 || negative)))
    return false;
  for (size = 0; at < word.size(); at++) {
    if (word[at] < '0' || word[at] > '9')
      return false;
    unsigned digit = word[at] - '0';
    if (size > (ULLONG_MAX - digit) / 10)
      return false;
    size = size * 10 + digit;
  }
  return true;
}

inline bool testlib_toDouble(const std::string &word, double &value)
{
  /* Decimal notation alone: strtod would take hexadecimal, inf and nan. */
  size_t digits = 0;
  for (size_t i = 0; i < word.size(); i++) {
    char c = word[i];
    bool afterExponent = i > 0 && (word[i - 1] == 'e' || word[i - 1] == 'E');
    if (c >= '0' && c <= '9')
      digits++;
    else if (!(c == '.' || ((c == '-' || c == '+') && (i == 0 || afterExponent)) || ((c == 'e' || c == 'E') && digits)))
      return false;
  }
  if (!digits)
    return false;
  char *end;
  value = std::strtod(word.c_str(), &end);
  return *end == 0 && !testlib_isInfinite(value);
}

/* ---- streams ------------------------------------------------------------ */

struct InStream {
  TMode mode;
  std::string name;
  bool opened;
  /* Validators want every blank where it belongs. */
  bool strict;

  InStream(TMode mode) : mode(mode), opened(false), strict(false), file(NULL), line(1) {}

  void init(const std::string &path, TMode as)
  {
    mode = as;
    name = path;
    file = std::fopen(path.c_str(), "rb");
    opened = file != NULL;
  }

  void init(FILE *from, TMode as)
  {
    mode = as;
    file = from;
    opened = from != NULL;
  }

  void close()
  {
    if (file && file != stdin)
      std::fclose(file);
    file = NULL;
  }

  /* Ends everything: what is wrong in a file of the problem is the problem's fault. */
  [[noreturn]] void quit(TResult result, const char *message);
  [[noreturn]] void TESTLIB_LIKE_PRINTF(3, 4) quitf(TResult result, const char *pattern, ...);
  void TESTLIB_LIKE_PRINTF(4, 5) quitif(bool condition, TResult result, const char *pattern, ...);

  int getLine() const { return line; }

  char curChar()
  {
    int c = peek();
    return c == EOF ? EOFC : char(c);
  }

  char nextChar() { return readChar(); }

  char readChar()
  {
    int c = take();
    return c == EOF ? EOFC : char(c);
  }

  char readChar(char expected)
  {
    char found = readChar();
    if (found != expected)
      quit(_pe, ("Unexpected character #" + vtos(int((unsigned char)found)) + ", but '" + std::string(1, expected) + "' expected").c_str());
    return found;
  }

  char readSpace() { return readChar(SPACE); }
  void skipChar() { take(); }

  void skipBlanks()
  {
    while (peek() != EOF && isBlanks(char(peek())))
      take();
  }

  bool eof() { return peek() == EOF; }

  bool seekEof()
  {
    skipBlanks();
    return eof();
  }

  bool eoln()
  {
    int c = peek();
    if (c == EOF)
      return !strict;
    if (c == CR)
      take();
    if (peek() != LF)
      return false;
    if (!strict)
      return true;
    take();
    return true;
  }

  bool seekEoln()
  {
    while (peek() == SPACE || peek() == TAB)
      take();
    return eoln();
  }

  void readEoln()
  {
    if (peek() == CR)
      take();
    if (take() != LF)
      quit(_pe, "Expected EOLN");
  }

  void readEof()
  {
    if (!eof())
      quit(_pe, "Expected EOF");
  }

  void nextLine()
  {
    while (peek() != EOF && take() != LF) {
    }
  }

  std::string readWord()
  {
    if (!strict)
      skipBlanks();
    std::string word;
    while (peek() != EOF && !isBlanks(char(peek())))
      word += char(take());
    if (word.empty())
      quit(eof() ? _unexpected_eof : _pe, "Unexpected end of file - token expected");
    return word;
  }

  std::string readToken() { return readWord(); }
  void readWordTo(std::string &word) { word = readWord(); }
  void readTokenTo(std::string &word) { word = readWord(); }

  std::string readLine()
  {
    if (eof())
      quit(_unexpected_eof, "Expected line");
    std::string text;
    while (peek() != EOF && peek() != LF)
      text += char(take());
    take();
    if (!text.empty() && text.back() == CR)
      text.pop_back();
    return text;
  }

  std::string readString() { return readLine(); }
  void readLineTo(std::string &text) { text = readLine(); }
  void readStringTo(std::string &text) { text = readLine(); }

  long long readLong()
  {
    std::string word = readWord();
    bool negative;
    unsigned long long size;
    unsigned long long most = (unsigned long long)LLONG_MAX;
    if (!testlib_toInteger(word, true, negative, size) || size > most + negative)
      quit(_pe, ("Expected int64, but \"" + compress(word) + "\" found").c_str());
    return negative ? (long long)(0 - size) : (long long)size;
  }

  unsigned long long readUnsignedLong()
  {
    std::string word = readWord();
    bool negative;
    unsigned long long size;
    if (!testlib_toInteger(word, false, negative, size))
      quit(_pe, ("Expected unsigned int64, but \"" + compress(word) + "\" found").c_str());
    return size;
  }

  int readInt()
  {
    std::string word = readWord();
    bool negative;
    unsigned long long size;
    unsigned long long most = (unsigned long long)INT_MAX;
    if (!testlib_toInteger(word, true, negative, size) || size > most + negative)
      quit(_pe, ("Expected int32, but \"" + compress(word) + "\" found").c_str());
    return negative ? int(-(long long)size) : int(size);
  }

  double readDouble()
  {
    std::string word = readWord();
    double value;
    if (!testlib_toDouble(word, value))
      quit(_pe, ("Expected double, but \"" + compress(word) + "\" found").c_str());
    return value;
  }

  int readInt(int least, int most, const std::string &what = "") { return within(readInt(), least, most, what); }
  long long readLong(long long least, long long most, const std::string &what = "")
  {
    return within(readLong(), least, most, what);
  }
  unsigned long long readUnsignedLong(unsigned long long least, unsigned long long most, const std::string &what = "")
  {
    return within(readUnsignedLong(), least, most, what);
  }
  double readDouble(double least, double most, const std::string &what = "")
  {
    return within(readDouble(), least, most, what);
  }

  int readInteger() { return readInt(); }
  int readInteger(int least, int most, const std::string &what = "") { return readInt(least, most, what); }
  double readReal() { return readDouble(); }
  double readReal(double least, double most, const std::string &what = "") { return readDouble(least, most, what); }

  std::vector<int> readInts(int count, int least = INT_MIN, int most = INT_MAX, const std::string &what = "")
  {
    std::vector<int> values;
    for (int i = 0; i < count; i++)
      values.push_back(readInt(least, most, what));
    return values;
  }
  std::vector<int> readIntegers(int count, int least, int most, const std::string &what = "")
  {
    return readInts(count, least, most, what);
  }
  std::vector<long long> readLongs(int count, long long least = LLONG_MIN, long long most = LLONG_MAX, const std::string &what = "")
  {
    std::vector<long long> values;
    for (int i = 0; i < count; i++)
      values.push_back(readLong(least, most, what));
    return values;
  }
  std::vector<std::string> readWords(int count)
  {
    std::vector<std::string> values;
    for (int i = 0; i < count; i++)
      values.push_back(readWord());
    return values;
  }
  std::vector<std::string> readTokens(int count) { return readWords(count); }

private:
  FILE *file;
  int line;

  int peek()
  {
    if (!file)
      return EOF;
    int c = std::getc(file);
    if (c != EOF)
      std::ungetc(c, file);
    return c;
  }

  int take()
  {
    int c = file ? std::getc(file) : EOF;
    if (c == LF)
      line++;
    return c;
  }

  template <typename T> T within(T value, T least, T most, const std::string &what)
  {
    if (value < least || value > most)
      quit(_wa, ((what.empty() ? std::string("Value ") : "Value " + what + " equals to ") + vtos(value) +
                 " violates the range [" + vtos(least) + ", " + vtos(most) + "]").c_str());
    return value;
  }
};

static TTestlibMode testlibMode = _unknown;
static InStream inf(_input), ouf(_output), ans(_answer);
static std::fstream tout;
static std::string checkerName;

/* ---- the end ------------------------------------------------------------ */

[[noreturn]] inline void testlib_exit(int code, const std::string &text)
{
  std::fflush(stdout);
  if (tout.is_open())
    tout.close();
  std::fputs(text.c_str(), stderr);
  std::fputc('\n', stderr);
  std::exit(code);
}

[[noreturn]] inline void quit(TResult result, const std::string &message)
{
  /* What a contestant wrote beyond the answer is not right either. */
  if (result == _ok && testlibMode == _checker && ouf.opened && !ouf.seekEof())
    testlib_exit(_pe, "wrong output format Extra information in the output file");
  if (result >= _partially)
    testlib_exit(7, "partially correct (" + vtos(result - _partially) + ") " + message);
  switch (result) {
  case _ok:
    testlib_exit(0, "ok " + message);
  case _wa:
    testlib_exit(1, "wrong answer " + message);
  case _pe:
  case _dirt:
    testlib_exit(2, "wrong output format " + message);
  case _unexpected_eof:
    testlib_exit(2, "wrong output format Unexpected end of file - " + message);
  case _points:
    testlib_exit(7, "points " + message);
  default:
    testlib_exit(3, "FAIL " + message);
  }
}

[[noreturn]] inline void quit(TResult result) { quit(result, std::string()); }
[[noreturn]] inline void quit(TResult result, const char *message) { quit(result, std::string(message)); }

[[noreturn]] inline void TESTLIB_LIKE_PRINTF(2, 3) quitf(TResult result, const char *pattern, ...)
{
  TESTLIB_FORMATTED(pattern, text);
  quit(result, text);
}

inline void TESTLIB_LIKE_PRINTF(3, 4) quitif(bool condition, TResult result, const char *pattern, ...)
{
  if (!condition)
    return;
  TESTLIB_FORMATTED(pattern, text);
  quit(result, text);
}

[[noreturn]] inline void quitp(double points, const std::string &message = "")
{
  std::ostringstream text;
  text << std::setprecision(10) << points << (message.empty() ? "" : " ") << message;
  quit(_points, text.str());
}

template <typename F> [[noreturn]] inline void TESTLIB_LIKE_PRINTF(2, 3) quitp(F points, const char *pattern, ...)
{
  TESTLIB_FORMATTED(pattern, text);
  quitp(double(points), text);
}

[[noreturn]] inline void quitpi(const std::string &info, const std::string &message = "")
{
  quit(_points, info + (message.empty() ? "" : " ") + message);
}

inline void InStream::quit(TResult result, const char *message)
{
  if (mode == _output || result == _fail)
    ::quit(result, std::string(message));
  ::quit(_fail, std::string(message) + (mode == _input ? " (in the input)" : " (in the answer)"));
}

inline void InStream::quitf(TResult result, const char *pattern, ...)
{
  TESTLIB_FORMATTED(pattern, text);
  quit(result, text.c_str());
}

inline void InStream::quitif(bool condition, TResult result, const char *pattern, ...)
{
  if (!condition)
    return;
  TESTLIB_FORMATTED(pattern, text);
  quit(result, text.c_str());
}

inline void testlib_ensure(bool condition, const std::string &message)
{
  if (!condition)
    quit(_fail, message);
}

#define ensure(condition) testlib_ensure(condition, "Condition failed: \"" #condition "\"")
#define ensure_ext(condition) ensure(condition)

inline void TESTLIB_LIKE_PRINTF(2, 3) ensuref(bool condition, const char *pattern, ...)
{
  if (condition)
    return;
  TESTLIB_FORMATTED(pattern, text);
  quit(_fail, text);
}

inline void TESTLIB_LIKE_PRINTF(1, 2) setName(const char *pattern, ...)
{
  TESTLIB_FORMATTED(pattern, text);
  checkerName = text;
}

/* ---- the beginning ------------------------------------------------------ */

inline void testlib_open(InStream &stream, const char *path, TMode mode)
{
  stream.init(std::string(path), mode);
  if (!stream.opened)
    quit(_fail, std::string("Cannot open ") + path);
}

/* A checker: input, output, answer. */
inline void registerTestlibCmd(int argc, char *argv[])
{
  testlibMode = _checker;
  if (argc < 4)
    quit(_fail, "A checker is called with the files input, output and answer");
  testlib_open(inf, argv[1], _input);
  testlib_open(ouf, argv[2], _output);
  testlib_open(ans, argv[3], _answer);
}

inline void registerTestlib(int argc, ...)
{
  va_list arguments;
  va_start(arguments, argc);
  std::vector<char *> words(1, (char *)"checker");
  for (int i = 0; i < argc; i++)
    words.push_back(va_arg(arguments, char *));
  va_end(arguments);
  registerTestlibCmd(argc + 1, words.data());
}

/* An interactor: input, a file to write, and perhaps an answer; it talks over the standard streams. */
inline void registerInteraction(int argc, char *argv[])
{
  testlibMode = _interactor;
  if (argc < 3)
    quit(_fail, "An interactor is called with the files input and output");
  testlib_open(inf, argv[1], _input);
  tout.open(argv[2], std::ios_base::out);
  if (!tout.is_open())
    quit(_fail, std::string("Cannot write ") + argv[2]);
  if (argc > 3)
    testlib_open(ans, argv[3], _answer);
  ouf.init(stdin, _output);
}

/* A validator reads the standard input, and every blank counts. */
inline void registerValidation()
{
  testlibMode = _validator;
  inf.init(stdin, _input);
  inf.strict = true;
}

inline void registerValidation(int, char *[]) { registerValidation(); }

#endif
