/* The end of a program: its verdict, in words and as an exit code. */

static std::string checkerName;
/* Where a verdict is written too, when a fourth argument names a file. */
static std::string testlib_reportPath;
static int testlib_testCase = -1;
/* Has a verdict been given? Exiting without one is a failure. */
static bool testlib_over = false;
static bool testlib_finalize = true;

[[noreturn]] inline void testlib_exit(int code, const std::string &text)
{
  testlib_over = true;
  std::fflush(stdout);
  std::cout.flush();
  if (tout.is_open())
    tout.close();
  if (!testlib_reportPath.empty())
    std::ofstream(testlib_reportPath) << text << std::endl;
  std::fputs(text.c_str(), stderr);
  std::fputc('\n', stderr);
  std::exit(code);
}

/* Where in a test the trouble is; told of what authors read. */
inline std::string testlib_place(const InStream &stream)
{
  std::string place = (stream.name.empty() ? std::string("line ") : stream.name + ", line ") + vtos(stream.getLine());
  return " (" + (testlib_testCase >= 0 ? "test case " + vtos(testlib_testCase) + ", " : "") + place + ")";
}

[[noreturn]] inline void quit(TResult result, const std::string &message)
{
  if (testlibMode == _validator && result != _ok)
    testlib_exit(3, "FAIL " + message + testlib_place(inf));
  if (testlibMode == _generator && result != _ok)
    testlib_exit(3, "FAIL " + message);
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
    testlib_exit(2, "wrong output format " + message);
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
  if (testlibMode == _validator || testlibMode == _generator)
    ::quit(result == _ok ? _fail : result, std::string(message));
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

inline void setTestCase(int number) { testlib_testCase = number; }
inline void unsetTestCase() { testlib_testCase = -1; }
inline void InStream::setTestCase(int number) { testlib_testCase = number; }

/* What differs, in the words all checkers use. */
template <typename T>
[[noreturn]] inline void expectedButFound(TResult result, const T &expected, const T &found, const char *pattern = "", ...)
{
  TESTLIB_FORMATTED(pattern, before);
  std::ostringstream text;
  if (!before.empty())
    text << before << ": ";
  text << "expected '" << std::setprecision(10) << expected << "', found '" << found << "'";
  quit(result, text.str());
}

[[noreturn]] inline void expectedButFound(TResult result, double expected, double found, const char *pattern = "", ...)
{
  TESTLIB_FORMATTED(pattern, before);
  quitf(result, "%s%sexpected '%.10f', found '%.10f', error '%.5e'", before.c_str(), before.empty() ? "" : ": ", expected, found, doubleDelta(expected, found));
}

/* Names that testlib keeps to itself and programs use all the same. */
[[noreturn]] inline void __testlib_fail(const std::string &message) { quit(_fail, message); }
inline std::string __testlib_part(const std::string &text) { return compress(text); }
inline void __testlib_set_binary(FILE *) {}

inline void __testlib_ensure(bool condition, const std::string &message)
{
  if (!condition)
    quit(_fail, message);
}

#define ensure(condition) __testlib_ensure(condition, "Condition failed: \"" #condition "\"")
#define ensure_ext(condition) ensure(condition)

inline void TESTLIB_LIKE_PRINTF(2, 3) ensuref(bool condition, const char *pattern, ...)
{
  if (condition)
    return;
  TESTLIB_FORMATTED(pattern, text);
  quit(_fail, text);
}

inline void InStream::ensuref(bool condition, const char *pattern, ...)
{
  if (condition)
    return;
  TESTLIB_FORMATTED(pattern, text);
  quit(_wa, text.c_str());
}

inline void TESTLIB_LIKE_PRINTF(1, 2) setName(const char *pattern, ...)
{
  TESTLIB_FORMATTED(pattern, text);
  checkerName = text;
}
