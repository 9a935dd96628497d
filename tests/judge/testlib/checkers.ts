/** Checkers in the style in which problem authors write them, each known by its usual name. */

const checker = (body: string, before = '') => `#include "testlib.h"
using namespace std;
${before}
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
${body}
}`

/** One number against one number, by `compare`. */
const numbers = (type: string, read: string, wrong: string) =>
  checker(`  int n = 0;
  while (!ans.seekEof()) {
    n++;
    ${type} j = ans.${read}(), p = ouf.${read}();
    if (${wrong}) quitf(_wa, "%d%s numbers differ", n, englishEnding(n).c_str());
  }
  quitf(_ok, "%d numbers", n);`)

const yes = 'const string YES = "YES", NO = "NO";'

export const CHECKERS = {
  fcmp: checker(`  setName("compare files as sequence of lines");
  int n = 0;
  while (!ans.eof()) {
    string j = ans.readString();
    if (j.empty() && ans.eof()) break;
    string p = ouf.readString();
    n++;
    if (j != p) quitf(_wa, "%d%s lines differ - expected: '%s', found: '%s'", n, englishEnding(n).c_str(), compress(j).c_str(), compress(p).c_str());
  }
  quitf(_ok, "%d lines", n);`),

  lcmp: checker(
    `  int n = 0;
  while (!ans.eof()) {
    string j = ans.readString();
    if (j.empty() && ans.eof()) break;
    n++;
    string p = ouf.readString();
    if (!same(j, p)) quitf(_wa, "%d%s lines differ", n, englishEnding(n).c_str());
  }
  while (!ouf.seekEof()) {
    ouf.readToken();
    quitf(_wa, "more lines than expected");
  }
  quitf(_ok, "%d lines", n);`,
    `bool same(string a, string b) {
  stringstream left(a), right(b);
  vector<string> x, y;
  for (string s; left >> s;) x.push_back(s);
  for (string s; right >> s;) y.push_back(s);
  return x == y;
}`,
  ),

  wcmp: checker(`  int n = 0;
  string j, p;
  while (!ans.seekEof() && !ouf.seekEof()) {
    n++;
    ans.readWordTo(j);
    ouf.readWordTo(p);
    if (j != p) quitf(_wa, "%d%s words differ - expected: '%s', found: '%s'", n, englishEnding(n).c_str(), compress(j).c_str(), compress(p).c_str());
  }
  if (ans.seekEof() && ouf.seekEof()) quitf(_ok, "%d tokens", n);
  if (ans.seekEof()) quitf(_wa, "Participant output contains extra tokens");
  quitf(_wa, "Unexpected EOF in the participants output");`),

  ncmp: numbers('long long', 'readLong', 'j != p'),
  dcmp: checker(`  double j = ans.readDouble(), p = ouf.readDouble();
  if (fabs(j - p) > 1E-6 + 1E-15) quitf(_wa, "expected %.10f, found %.10f", j, p);
  quitf(_ok, "answer is %.10f", j);`),
  rcmp4: numbers('double', 'readDouble', '!doubleCompare(j, p, 1E-4)'),
  rcmp6: numbers('double', 'readDouble', '!doubleCompare(j, p, 1E-6)'),
  rcmp9: numbers('double', 'readDouble', '!doubleCompare(j, p, 1E-9)'),

  hcmp: checker(
    `  string j = ans.readWord(), p = ouf.readWord();
  if (!whole(j)) quitf(_fail, "%s is not a valid integer", compress(j).c_str());
  if (!whole(p)) quitf(_pe, "%s is not a valid integer", compress(p).c_str());
  if (j != p) quitf(_wa, "expected '%s', found '%s'", compress(j).c_str(), compress(p).c_str());
  quitf(_ok, "answer is '%s'", compress(j).c_str());`,
    'const pattern INTEGER("0|-?[1-9][0-9]*");\nbool whole(const string &s) { return INTEGER.matches(s); }',
  ),

  yesno: checker(
    `  string j = upperCase(ans.readWord()), p = upperCase(ouf.readWord());
  if (j != YES && j != NO) quitf(_fail, "%s or %s expected in answer, but %s found", YES.c_str(), NO.c_str(), compress(j).c_str());
  if (p != YES && p != NO) quitf(_pe, "%s or %s expected, but %s found", YES.c_str(), NO.c_str(), compress(p).c_str());
  if (j != p) quitf(_wa, "expected %s, found %s", compress(j).c_str(), compress(p).c_str());
  quitf(_ok, "answer is %s", j.c_str());`,
    yes,
  ),

  nyesno: checker(
    `  int n = 0;
  while (!ans.seekEof() && !ouf.seekEof()) {
    n++;
    string j = upperCase(ans.readToken()), p = upperCase(ouf.readToken());
    if (j != YES && j != NO) quitf(_fail, "unexpected %s in answer", compress(j).c_str());
    if (p != YES && p != NO) quitf(_pe, "unexpected %s [token %d]", compress(p).c_str(), n);
    if (j != p) quitf(_wa, "expected %s, found %s [%d%s token]", j.c_str(), p.c_str(), n, englishEnding(n).c_str());
  }
  int extra = 0;
  while (!ans.seekEof()) { extra++; ans.readToken(); }
  if (extra) quitf(_wa, "answer has %d more tokens", extra);
  while (!ouf.seekEof()) { extra++; ouf.readToken(); }
  if (extra) quitf(_wa, "output has %d more tokens", extra);
  quitf(_ok, "%d tokens", n);`,
    yes,
  ),

  caseicmp: checker(
    `  map<long long, long long> j = cases(ans), p = cases(ouf);
  for (auto &one : j) {
    if (!p.count(one.first)) quitf(_wa, "no case %lld", one.first);
    if (p[one.first] != one.second) expectedButFound(_wa, one.second, p[one.first], format("case %lld", one.first).c_str());
  }
  if (p.size() != j.size()) quitf(_wa, "%d cases too many", int(p.size() - j.size()));
  quitf(_ok, "%d cases", int(j.size()));`,
    `map<long long, long long> cases(InStream &in) {
  map<long long, long long> found;
  while (!in.seekEof()) {
    if (in.readToken() != "Case") in.quitf(_pe, "Expected 'Case'");
    string number = in.readToken();
    if (number.empty() || number.back() != ':') in.quitf(_pe, "Expected colon after '%s'", compress(number).c_str());
    long long at = stringToLongLong(in, number.substr(0, number.size() - 1).c_str());
    if (found.count(at)) in.quitf(_pe, "case %lld twice", at);
    found[at] = in.readLong();
  }
  return found;
}`,
  ),

  points: checker(`  int right = 0, n = inf.readInt();
  for (int i = 0; i < n; i++) right += ouf.readInt() == ans.readInt();
  quitp(100.0 * right / n, "%d of %d", right, n);`),

  /** Reads both sides with one function, as is recommended: what is wrong in the answer is the author's fault. */
  readAns: checker(
    `  int n = inf.readInt(1, 100, "n");
  int j = read(ans, n), p = read(ouf, n);
  if (j > p) quitf(_wa, "jury has %d, participant %d", j, p);
  quitif(j < p, _fail, "participant has %d, jury %d", p, j);
  quitf(_ok, "n=%d", n);`,
    `int read(InStream &stream, int n) {
  int count = stream.readInt(0, n, "count"), sum = 0;
  vector<int> items = stream.readInts(count, 1, n, "items");
  stream.quitif(set<int>(items.begin(), items.end()).size() != items.size(), _wa, "an item twice");
  for (int item : items) sum += item;
  return sum;
}`,
  ),

  /** Lines of their own, and one that forgets its verdict. */
  lines: checker(`  while (!ouf.seekEof()) {
    int sum = 0, count = 0;
    while (!ouf.seekEoln()) { sum += ouf.readInt(); count++; }
    if (count != inf.readInt() || sum != inf.readInt()) quitf(_wa, "line has %d numbers, sum %d", count, sum);
  }
  quit(_ok, "all lines");`),
  silent: checker('  ouf.readInt();\n  return 0;'),
} as const
