/* Words, lines and numbers out of a stream. */

/* How a value is spoken of: by its name, where the author has given one. */
inline std::string testlib_named(const char *kind, const std::string &what)
{
  return std::string(kind) + (what.empty() ? "" : " [name=" + what + "]");
}

inline std::string InStream::readWord()
{
  if (!strict)
    skipBlanks();
  if (peek() == EOF)
    quit(_unexpected_eof, "Unexpected end of file - token expected");
  if (isBlanks(char(peek())))
    quit(_pe, "Unexpected white-space - token expected");
  std::string word;
  while (peek() != EOF && !isBlanks(char(peek())))
    word += char(take());
  if (word.size() > maxTokenLength)
    quit(_pe, ("Length of token exceeds " + vtos(maxTokenLength)).c_str());
  return word;
}

inline void InStream::expect(const pattern &p, const std::string &word, const std::string &what)
{
  if (!p.matches(word))
    quit(_wa, (testlib_named("Token", what) + " equals to \"" + compress(word) + "\", doesn't correspond to pattern \"" + p.src() + "\"").c_str());
}

inline std::string InStream::readWord(const pattern &p, const std::string &what)
{
  std::string word = readWord();
  expect(p, word, what);
  return word;
}

inline std::string InStream::lineText()
{
  std::string text;
  while (peek() != EOF && peek() != LF)
    text += char(take());
  return text;
}

inline std::string InStream::readLine()
{
  if (eof())
    quit(_unexpected_eof, "Unexpected end of file - line expected");
  std::string text = lineText();
  if (strict) {
    readEoln();
    return text;
  }
  take();
  if (!text.empty() && text.back() == CR)
    text.pop_back();
  return text;
}

inline std::string InStream::readLine(const pattern &p, const std::string &what)
{
  std::string text = readLine();
  if (!p.matches(text)) {
    /* The line of the complaint is the one that was read. */
    give(LF);
    quit(_wa, (testlib_named("Line", what) + " equals to \"" + compress(text) + "\", doesn't correspond to pattern \"" + p.src() + "\"").c_str());
  }
  return text;
}

inline int InStream::readInt()
{
  std::string word = readWord();
  bool negative;
  unsigned long long size;
  unsigned long long most = (unsigned long long)INT_MAX;
  if (!testlib_toInteger(word, true, negative, size) || size > most + negative)
    quit(_pe, ("Expected int32, but \"" + compress(word) + "\" found").c_str());
  return negative ? int(-(long long)size) : int(size);
}

inline long long InStream::readLong()
{
  std::string word = readWord();
  bool negative;
  unsigned long long size;
  unsigned long long most = (unsigned long long)LLONG_MAX;
  if (!testlib_toInteger(word, true, negative, size) || size > most + negative)
    quit(_pe, ("Expected int64, but \"" + compress(word) + "\" found").c_str());
  return negative ? (long long)(0 - size) : (long long)size;
}

inline unsigned long long InStream::readUnsignedLong()
{
  std::string word = readWord();
  bool negative;
  unsigned long long size;
  if (!testlib_toInteger(word, false, negative, size))
    quit(_pe, ("Expected unsigned int64, but \"" + compress(word) + "\" found").c_str());
  return size;
}

inline double InStream::readDouble()
{
  std::string word = readWord();
  double value;
  if (!testlib_toDouble(word, value))
    quit(_pe, ("Expected double, but \"" + compress(word) + "\" found").c_str());
  return value;
}

template <typename T> inline T InStream::within(T value, T least, T most, const std::string &what, const char *kind)
{
  if (!(value >= least && value <= most))
    quit(_wa, (testlib_named(kind, what) + " equals to " + vtos(value) + ", violates the range [" + vtos(least) + ", " + vtos(most) + "]").c_str());
  return value;
}

inline int InStream::readInt(int least, int most, const std::string &what)
{
  return within(readInt(), least, most, what, "Integer");
}

inline long long InStream::readLong(long long least, long long most, const std::string &what)
{
  return within(readLong(), least, most, what, "Integer");
}

inline unsigned long long InStream::readUnsignedLong(unsigned long long least, unsigned long long most, const std::string &what)
{
  return within(readUnsignedLong(), least, most, what, "Integer");
}

inline double InStream::readDouble(double least, double most, const std::string &what)
{
  return within(readDouble(), least, most, what, "Double");
}

inline double InStream::readStrictDouble(double least, double most, int leastAfterPoint, int mostAfterPoint, const std::string &what)
{
  std::string word = readWord();
  double value;
  if (!testlib_isStrictDouble(word, leastAfterPoint, mostAfterPoint) || !testlib_toDouble(word, value))
    quit(_pe, ("Expected strict double with " + vtos(leastAfterPoint) + " to " + vtos(mostAfterPoint) +
               " digits after the point, but \"" + compress(word) + "\" found").c_str());
  return within(value, least, most, what, "Strict double");
}

/* Strictly, one blank stands between two of them. */
template <typename T, typename F> inline std::vector<T> InStream::several(int count, const std::string &what, int first, F read)
{
  std::vector<T> values;
  for (int i = 0; i < count; i++) {
    if (strict && i > 0)
      readSpace();
    values.push_back(read(what.empty() ? what : what + "[" + vtos(first + i) + "]"));
  }
  return values;
}

inline std::vector<int> InStream::readInts(int count, int least, int most, const std::string &what, int first)
{
  return several<int>(count, what, first, [&](const std::string &one) { return readInt(least, most, one); });
}

inline std::vector<int> InStream::readInts(int count, int first)
{
  return several<int>(count, "", first, [&](const std::string &) { return readInt(); });
}

inline std::vector<long long> InStream::readLongs(int count, long long least, long long most, const std::string &what, int first)
{
  return several<long long>(count, what, first, [&](const std::string &one) { return readLong(least, most, one); });
}

inline std::vector<long long> InStream::readLongs(int count, int first)
{
  return several<long long>(count, "", first, [&](const std::string &) { return readLong(); });
}

inline std::vector<unsigned long long> InStream::readUnsignedLongs(int count, unsigned long long least, unsigned long long most, const std::string &what, int first)
{
  return several<unsigned long long>(count, what, first, [&](const std::string &one) { return readUnsignedLong(least, most, one); });
}

inline std::vector<double> InStream::readDoubles(int count, double least, double most, const std::string &what, int first)
{
  return several<double>(count, what, first, [&](const std::string &one) { return readDouble(least, most, one); });
}

inline std::vector<double> InStream::readDoubles(int count, int first)
{
  return several<double>(count, "", first, [&](const std::string &) { return readDouble(); });
}

inline std::vector<double> InStream::readStrictDoubles(int count, double least, double most, int leastAfterPoint, int mostAfterPoint,
                                                       const std::string &what, int first)
{
  return several<double>(count, what, first, [&](const std::string &one) {
    return readStrictDouble(least, most, leastAfterPoint, mostAfterPoint, one);
  });
}

inline std::vector<std::string> InStream::readWords(int count, const std::string &p, const std::string &what, int first)
{
  pattern compiled(p);
  return several<std::string>(count, what, first, [&](const std::string &one) { return readWord(compiled, one); });
}

inline std::vector<std::string> InStream::readWords(int count, int first)
{
  return several<std::string>(count, "", first, [&](const std::string &) { return readWord(); });
}

inline std::vector<std::string> InStream::readLines(int count, const std::string &p, const std::string &what, int first)
{
  pattern compiled(p);
  std::vector<std::string> lines;
  for (int i = 0; i < count; i++)
    lines.push_back(readLine(compiled, what.empty() ? what : what + "[" + vtos(first + i) + "]"));
  return lines;
}

inline std::vector<std::string> InStream::readLines(int count, int)
{
  std::vector<std::string> lines;
  for (int i = 0; i < count; i++)
    lines.push_back(readLine());
  return lines;
}

/* Words that were read already, as numbers; `in` is blamed for what is none. */
inline long long stringToLongLong(InStream &in, const char *word)
{
  return InStream(in, word).readLong();
}

inline long long stringToLongLong(InStream &in, const std::string &word) { return stringToLongLong(in, word.c_str()); }

inline unsigned long long stringToUnsignedLongLong(InStream &in, const char *word)
{
  return InStream(in, word).readUnsignedLong();
}

inline double stringToDouble(InStream &in, const char *word) { return InStream(in, word).readDouble(); }
inline double stringToDouble(InStream &in, const std::string &word) { return stringToDouble(in, word.c_str()); }

inline double stringToStrictDouble(InStream &in, const char *word, int leastAfterPoint, int mostAfterPoint)
{
  double most = std::numeric_limits<double>::max();
  return InStream(in, word).readStrictDouble(-most, most, leastAfterPoint, mostAfterPoint);
}
