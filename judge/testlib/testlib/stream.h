/* A stream that is read: a file, the standard input, or a text. */

struct InStream {
  TMode mode;
  std::string name;
  bool opened;
  /* Validators want every blank where it belongs. */
  bool strict;
  /* A longer token is a presentation error (bytes). */
  size_t maxTokenLength;
  /* Set by programs for testlib; here the judge limits files, and messages are not cut. */
  size_t maxFileSize, maxMessageLength;

  InStream() : InStream(_input) {}
  InStream(TMode mode)
      : mode(mode), opened(false), strict(false), maxTokenLength(size_t(-1)), maxFileSize(size_t(-1)), maxMessageLength(size_t(-1)),
        file(NULL), at(0), line(1), ended(false)
  {
  }

  /* Reads a text, and blames as `base` does. */
  InStream(const InStream &base, const std::string &text) : InStream(base.mode)
  {
    strict = base.strict;
    maxTokenLength = base.maxTokenLength;
    name = base.name;
    content = text;
    opened = true;
  }

  void init(const std::string &path, TMode as)
  {
    init(std::fopen(path.c_str(), "rb"), as);
    name = path;
  }

  void init(FILE *from, TMode as)
  {
    mode = as;
    file = from;
    opened = from != NULL;
    name = from == stdin ? "stdin" : "";
    line = 1;
  }

  void close()
  {
    if (file && file != stdin)
      std::fclose(file);
    file = NULL;
    opened = false;
  }

  /* Reads from the beginning again, of `from` where it is given. */
  void reset(FILE *from = NULL)
  {
    if (from)
      init(from, mode);
    else if (file)
      std::rewind(file);
    at = 0;
    line = 1;
    ended = false;
    returned.clear();
  }

  /* Ends everything: what is wrong in a file of the problem is the problem's fault. */
  [[noreturn]] void quit(TResult result, const char *message);
  [[noreturn]] void TESTLIB_LIKE_PRINTF(3, 4) quitf(TResult result, const char *pattern, ...);
  void TESTLIB_LIKE_PRINTF(4, 5) quitif(bool condition, TResult result, const char *pattern, ...);
  /* Blames as reading does: wrong in the output of a contestant, broken elsewhere. */
  void __testlib_ensure(bool condition, const std::string &message)
  {
    if (!condition)
      quit(_wa, message.c_str());
  }
  void TESTLIB_LIKE_PRINTF(3, 4) ensuref(bool condition, const char *pattern, ...);
  [[noreturn]] void quits(TResult result, std::string message) { quit(result, message.c_str()); }

  int getLine() const { return line; }
  /* Has the end been asked for and found? */
  bool readToEnd() const { return ended; }
  void setTestCase(int number);

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
  void unreadChar(char c) { give(c); }
  void skipChar() { take(); }

  void skipBlanks()
  {
    while (peek() != EOF && isBlanks(char(peek())))
      take();
  }

  bool eof()
  {
    bool now = peek() == EOF;
    ended = ended || now;
    return now;
  }

  bool seekEof()
  {
    skipBlanks();
    return eof();
  }

  /* Is this the end of a line? It is passed then. Strictly, it is LF and nothing else. */
  bool eoln()
  {
    int c = peek();
    if (c == EOF)
      return !strict;
    if (c == CR && !strict) {
      take();
      if (peek() == LF) {
        take();
        return true;
      }
      give(CR);
      return false;
    }
    if (c != LF)
      return false;
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
    if (peek() == EOF || !eoln())
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

  void skipLine() { nextLine(); }

  std::string readWord();
  std::string readWord(const pattern &p, const std::string &what = "");
  std::string readWord(const std::string &p, const std::string &what = "") { return readWord(pattern(p), what); }
  std::string readToken() { return readWord(); }
  std::string readToken(const pattern &p, const std::string &what = "") { return readWord(p, what); }
  std::string readToken(const std::string &p, const std::string &what = "") { return readWord(pattern(p), what); }
  void readWordTo(std::string &word) { word = readWord(); }
  void readWordTo(std::string &word, const std::string &p, const std::string &what = "") { word = readWord(p, what); }
  void readTokenTo(std::string &word) { word = readWord(); }
  void readTokenTo(std::string &word, const std::string &p, const std::string &what = "") { word = readWord(p, what); }
  std::vector<std::string> readWords(int count, const std::string &p, const std::string &what = "", int first = 1);
  std::vector<std::string> readWords(int count, int first = 1);
  std::vector<std::string> readTokens(int count, const std::string &p, const std::string &what = "", int first = 1)
  {
    return readWords(count, p, what, first);
  }
  std::vector<std::string> readTokens(int count, int first = 1) { return readWords(count, first); }

  std::string readLine();
  std::string readLine(const pattern &p, const std::string &what = "");
  std::string readLine(const std::string &p, const std::string &what = "") { return readLine(pattern(p), what); }
  std::string readString() { return readLine(); }
  std::string readString(const pattern &p, const std::string &what = "") { return readLine(p, what); }
  std::string readString(const std::string &p, const std::string &what = "") { return readLine(pattern(p), what); }
  void readLineTo(std::string &text) { text = readLine(); }
  void readLineTo(std::string &text, const std::string &p, const std::string &what = "") { text = readLine(p, what); }
  void readStringTo(std::string &text) { text = readLine(); }
  void readStringTo(std::string &text, const std::string &p, const std::string &what = "") { text = readLine(p, what); }
  std::vector<std::string> readLines(int count, const std::string &p, const std::string &what = "", int first = 1);
  std::vector<std::string> readLines(int count, int first = 1);
  std::vector<std::string> readStrings(int count, const std::string &p, const std::string &what = "", int first = 1)
  {
    return readLines(count, p, what, first);
  }
  std::vector<std::string> readStrings(int count, int first = 1) { return readLines(count, first); }

  int readInt();
  int readInt(int least, int most, const std::string &what = "");
  int readInteger() { return readInt(); }
  int readInteger(int least, int most, const std::string &what = "") { return readInt(least, most, what); }
  std::vector<int> readInts(int count, int least, int most, const std::string &what = "", int first = 1);
  std::vector<int> readInts(int count, int first = 1);
  std::vector<int> readIntegers(int count, int least, int most, const std::string &what = "", int first = 1)
  {
    return readInts(count, least, most, what, first);
  }
  std::vector<int> readIntegers(int count, int first = 1) { return readInts(count, first); }

  long long readLong();
  long long readLong(long long least, long long most, const std::string &what = "");
  std::vector<long long> readLongs(int count, long long least, long long most, const std::string &what = "", int first = 1);
  std::vector<long long> readLongs(int count, int first = 1);
  unsigned long long readUnsignedLong();
  unsigned long long readUnsignedLong(unsigned long long least, unsigned long long most, const std::string &what = "");
  unsigned long long readLong(unsigned long long least, unsigned long long most, const std::string &what = "")
  {
    return readUnsignedLong(least, most, what);
  }
  std::vector<unsigned long long> readUnsignedLongs(int count, unsigned long long least, unsigned long long most, const std::string &what = "", int first = 1);

  double readDouble();
  double readDouble(double least, double most, const std::string &what = "");
  double readReal() { return readDouble(); }
  double readReal(double least, double most, const std::string &what = "") { return readDouble(least, most, what); }
  std::vector<double> readDoubles(int count, double least, double most, const std::string &what = "", int first = 1);
  std::vector<double> readDoubles(int count, int first = 1);
  std::vector<double> readReals(int count, double least, double most, const std::string &what = "", int first = 1)
  {
    return readDoubles(count, least, most, what, first);
  }
  std::vector<double> readReals(int count, int first = 1) { return readDoubles(count, first); }
  double readStrictDouble(double least, double most, int leastAfterPoint, int mostAfterPoint, const std::string &what = "");
  double readStrictReal(double least, double most, int leastAfterPoint, int mostAfterPoint, const std::string &what = "")
  {
    return readStrictDouble(least, most, leastAfterPoint, mostAfterPoint, what);
  }
  std::vector<double> readStrictDoubles(int count, double least, double most, int leastAfterPoint, int mostAfterPoint,
                                        const std::string &what = "", int first = 1);
  std::vector<double> readStrictReals(int count, double least, double most, int leastAfterPoint, int mostAfterPoint,
                                      const std::string &what = "", int first = 1)
  {
    return readStrictDoubles(count, least, most, leastAfterPoint, mostAfterPoint, what, first);
  }

private:
  FILE *file;
  std::string content;
  size_t at;
  /* Characters given back, the last one first. */
  std::string returned;
  int line;
  bool ended;

  int peek()
  {
    if (!returned.empty())
      return (unsigned char)returned.back();
    if (!file)
      return at < content.size() ? (unsigned char)content[at] : EOF;
    int c = std::getc(file);
    if (c != EOF)
      std::ungetc(c, file);
    return c;
  }

  int take()
  {
    int c;
    if (!returned.empty()) {
      c = (unsigned char)returned.back();
      returned.pop_back();
    } else if (file) {
      c = std::getc(file);
    } else {
      c = at < content.size() ? (unsigned char)content[at++] : EOF;
    }
    if (c == LF)
      line++;
    return c;
  }

  void give(char c)
  {
    returned += c;
    if (c == LF)
      line--;
  }

  std::string lineText();
  void expect(const pattern &p, const std::string &word, const std::string &what);
  template <typename T> T within(T value, T least, T most, const std::string &what, const char *kind);
  template <typename T, typename F> std::vector<T> several(int count, const std::string &what, int first, F read);
};

static InStream inf(_input), ouf(_output), ans(_answer);
static std::fstream tout;
