/*
 * Patterns: a small kind of regular expressions, to match a word with and to
 * make one from. Characters, sets ([a-z], [^0-9]), groups, alternatives (a|b),
 * and repetitions ({3}, {1,5}, {2,}, ?, *, +); a backslash takes what follows
 * as it is.
 */

class random_t;

class pattern
{
public:
  pattern(const std::string &text) : source(text), at(0)
  {
    root = alternatives();
    if (at < source.size())
      broken("unbalanced )");
  }

  bool matches(const std::string &word) const
  {
    std::vector<size_t> ends = walk(root, word, std::vector<size_t>(1, 0));
    return !ends.empty() && ends.back() == word.size();
  }

  std::string next(random_t &rnd) const;
  std::string src() const { return source; }

private:
  enum Kind { SET, CHAIN, CHOICE };

  struct Node {
    Kind kind;
    /* Characters of a SET, in order. */
    std::string characters;
    /* What chosen from a SET stands in generated text: printable ones alone when the set is a negated one. */
    std::string printable;
    std::vector<Node> parts;
    int least, most;

    Node(Kind kind) : kind(kind), least(1), most(1) {}
    bool holds(char c) const { return characters.find(c) != std::string::npos; }
  };

  std::string source;
  size_t at;
  Node root = Node(CHAIN);

  [[noreturn]] void broken(const char *why) const
  {
    std::fprintf(stderr, "FAIL Illegal pattern \"%s\": %s\n", source.c_str(), why);
    std::exit(3);
  }

  char take()
  {
    if (at == source.size())
      broken("it ends too early");
    return source[at++];
  }

  bool sees(char c) const { return at < source.size() && source[at] == c; }

  Node alternatives()
  {
    Node choice(CHOICE);
    choice.parts.push_back(chain());
    while (sees('|')) {
      at++;
      choice.parts.push_back(chain());
    }
    return choice.parts.size() == 1 ? choice.parts[0] : choice;
  }

  Node chain()
  {
    Node made(CHAIN);
    while (at < source.size() && !sees('|') && !sees(')')) {
      Node part = atom();
      repetition(part);
      made.parts.push_back(part);
    }
    return made;
  }

  Node atom()
  {
    char c = take();
    if (c == '(') {
      Node group(CHAIN);
      group.parts.push_back(alternatives());
      if (take() != ')')
        broken("a group does not end");
      return group;
    }
    if (c == '[')
      return set();
    Node single(SET);
    single.characters = single.printable = std::string(1, c == '\\' ? take() : c);
    return single;
  }

  Node set()
  {
    bool held[256] = { false }, negated = sees('^');
    if (negated)
      at++;
    for (bool first = true; first || !sees(']'); first = false) {
      char c = take();
      if (c == '\\')
        c = take();
      char last = c;
      if (sees('-') && at + 1 < source.size() && source[at + 1] != ']') {
        at++;
        last = take();
        if (last == '\\')
          last = take();
      }
      if ((unsigned char)last < (unsigned char)c)
        broken("a range goes backwards");
      for (int i = (unsigned char)c; i <= (unsigned char)last; i++)
        held[i] = true;
    }
    at++;
    Node made(SET);
    for (int i = 0; i < 256; i++)
      if (held[i] != negated) {
        made.characters += char(i);
        if (!negated || (i >= 32 && i < 127))
          made.printable += char(i);
      }
    return made;
  }

  int number(int otherwise)
  {
    if (at == source.size() || !std::isdigit((unsigned char)source[at]))
      return otherwise;
    long long value = 0;
    while (at < source.size() && std::isdigit((unsigned char)source[at]))
      value = std::min(value * 10 + (source[at++] - '0'), (long long)INT_MAX);
    return int(value);
  }

  void repetition(Node &node)
  {
    if (sees('?') || sees('*') || sees('+')) {
      char c = take();
      node.least = c == '+' ? 1 : 0;
      node.most = c == '?' ? 1 : INT_MAX;
    } else if (sees('{')) {
      at++;
      node.least = number(0);
      node.most = node.least;
      if (sees(',')) {
        at++;
        node.most = number(INT_MAX);
      }
      if (take() != '}' || node.least > node.most)
        broken("a repetition is not one");
    }
  }

  /* Where `node` can end when it begins at one of `starts`; both in order, each place once. */
  static std::vector<size_t> walk(const Node &node, const std::string &word, std::vector<size_t> starts)
  {
    if (node.kind == SET && starts.size() == 1)
      return run(node, word, starts[0]);
    std::vector<size_t> ends;
    std::vector<char> seen(word.size() + 1, 0);
    if (node.least == 0)
      note(starts, seen, ends);
    for (int times = 1; times <= node.most && !starts.empty(); times++) {
      starts = once(node, word, starts);
      if (times < node.least)
        continue;
      /* What has been reached before leads nowhere new. */
      std::vector<size_t> fresh;
      for (size_t place : starts)
        if (!seen[place])
          fresh.push_back(place);
      note(fresh, seen, ends);
      starts = fresh;
    }
    std::sort(ends.begin(), ends.end());
    return ends;
  }

  static void note(const std::vector<size_t> &places, std::vector<char> &seen, std::vector<size_t> &ends)
  {
    for (size_t place : places)
      if (!seen[place]) {
        seen[place] = 1;
        ends.push_back(place);
      }
  }

  /* A set repeated from one place on: a stretch of ends. */
  static std::vector<size_t> run(const Node &node, const std::string &word, size_t from)
  {
    std::vector<size_t> ends;
    for (long long times = 0; times <= node.most; times++) {
      if (times >= node.least)
        ends.push_back(from + times);
      if (from + times >= word.size() || !node.holds(word[from + times]))
        break;
    }
    return ends;
  }

  static std::vector<size_t> once(const Node &node, const std::string &word, const std::vector<size_t> &starts)
  {
    std::vector<size_t> places;
    if (node.kind == SET) {
      for (size_t start : starts)
        if (start < word.size() && node.holds(word[start]))
          places.push_back(start + 1);
    } else if (node.kind == CHAIN) {
      places = starts;
      for (const Node &part : node.parts)
        places = walk(part, word, places);
    } else {
      for (const Node &part : node.parts) {
        std::vector<size_t> ends = walk(part, word, starts);
        places.insert(places.end(), ends.begin(), ends.end());
      }
      std::sort(places.begin(), places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
    }
    return places;
  }

  void make(const Node &node, random_t &rnd, std::string &text) const;
};
