/* Numbers: comparing them, and reading them out of words. */

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

/* The names under which checkers know them. */
inline bool __testlib_isNaN(double value) { return testlib_isNaN(value); }
inline bool __testlib_isInfinite(double value) { return testlib_isInfinite(value); }
template <typename T> inline T __testlib_min(const T &a, const T &b) { return a < b ? a : b; }
template <typename T> inline T __testlib_max(const T &a, const T &b) { return a > b ? a : b; }

/* Digits and at most one point, with so many digits behind it: no sign but minus, no exponent. */
inline bool testlib_isStrictDouble(const std::string &word, int leastAfterPoint, int mostAfterPoint)
{
  size_t at = !word.empty() && word[0] == '-' ? 1 : 0, digits = 0, behind = 0;
  bool point = false;
  for (; at < word.size(); at++) {
    if (word[at] == '.') {
      if (point || !digits)
        return false;
      point = true;
    } else if (word[at] < '0' || word[at] > '9') {
      return false;
    } else if (point) {
      behind++;
    } else {
      digits++;
    }
  }
  if (!digits || (point && !behind))
    return false;
  size_t first = word[0] == '-' ? 1 : 0;
  if (word[first] == '0' && digits > 1)
    return false;
  return int(behind) >= leastAfterPoint && int(behind) <= mostAfterPoint;
}
