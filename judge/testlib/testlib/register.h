/* The beginning: what kind of program this is, and where its streams are. And the end, when nobody has spoken. */

inline void testlib_open(InStream &stream, const char *path, TMode mode)
{
  stream.init(std::string(path), mode);
  if (!stream.opened)
    quit(_fail, std::string("Cannot open ") + path);
}

/* Set and group of the test that is checked, from the words --testset and --group. */
class Checker
{
public:
  std::string testset() const { return theTestset; }
  std::string group() const { return theGroup; }
  void setTestset(const char *const text) { theTestset = text; }
  void setGroup(const char *const text) { theGroup = text; }

private:
  std::string theTestset = "tests", theGroup;
};

static Checker checker;

template <typename Named> inline void testlib_setNamed(Named &named, int argc, char *argv[])
{
  for (int i = 1; i + 1 < argc; i++) {
    if (!std::strcmp(argv[i], "--testset"))
      named.setTestset(argv[++i]);
    else if (!std::strcmp(argv[i], "--group"))
      named.setGroup(argv[++i]);
  }
}

/* A checker: input, output, answer, and perhaps a file for the verdict. */
inline void registerTestlibCmd(int argc, char *argv[])
{
  testlibMode = _checker;
  if (argc < 4)
    quit(_fail, "A checker is called with the files input, output and answer");
  testlib_open(inf, argv[1], _input);
  testlib_open(ouf, argv[2], _output);
  testlib_open(ans, argv[3], _answer);
  if (argc > 4 && argv[4][0] != '-')
    testlib_reportPath = argv[4];
  testlib_setNamed(checker, argc, argv);
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
  if (argc > 4 && argv[4][0] != '-')
    testlib_reportPath = argv[4];
  ouf.init(stdin, _output);
}

/* Whether a test has the least and the most value of a variable. */
struct ValidatorBoundsHit {
  bool minHit, maxHit;
  ValidatorBoundsHit(bool minHit = false, bool maxHit = false) : minHit(minHit), maxHit(maxHit) {}
};

/* What a validator is told of the test it vets. */
class Validator
{
public:
  std::string testset() const { return theTestset; }
  std::string group() const { return theGroup; }
  void setTestset(const char *const text) { theTestset = text; }
  void setGroup(const char *const text) { theGroup = text; }

  /* For an overview of all tests, which is not made here. */
  void addBoundsHit(const std::string &, ValidatorBoundsHit) {}
  void addVariable(const std::string &) {}

  /* Features are named before they are found. */
  void addFeature(const std::string &name)
  {
    if (!features.insert(name).second)
      quitf(_fail, "Feature %s registered twice", name.c_str());
  }
  void feature(const std::string &name)
  {
    if (!features.count(name))
      quitf(_fail, "Feature %s is not registered", name.c_str());
  }

private:
  std::string theTestset = "tests", theGroup;
  std::set<std::string> features;
};

static Validator validator;

inline void addFeature(const std::string &name) { validator.addFeature(name); }
inline void feature(const std::string &name) { validator.feature(name); }

/* A validator reads the standard input, and every blank counts. */
inline void registerValidation()
{
  testlibMode = _validator;
  inf.init(stdin, _input);
  inf.strict = true;
}

inline void registerValidation(int argc, char *argv[])
{
  registerValidation();
  testlib_setNamed(validator, argc, argv);
}

/* A generator: its words are its seed. The version of testlib's random values it was written for makes no difference. */
inline void registerGen(int argc, char *argv[], int)
{
  testlibMode = _generator;
  rnd.setSeed(argc, argv);
  prepareOpts(argc, argv);
}

inline void registerGen(int argc, char *argv[]) { registerGen(argc, argv, 1); }

/* What is printed from here on is the test of this number. */
inline void startTest(int number)
{
  std::cout.flush();
  if (!std::freopen(vtos(number).c_str(), "wt", stdout))
    quitf(_fail, "Cannot write the test %d", number);
}

/* Leaves the program as it ends on its own. */
inline void disableFinalizeGuard() { testlib_finalize = false; }

struct TestlibFinalizeGuard {
  ~TestlibFinalizeGuard()
  {
    if (testlib_over || !testlib_finalize)
      return;
    const char *complaint = NULL;
    std::string unused = testlibMode == _generator ? testlib_unusedOption() : "";
    if (testlibMode == _checker)
      complaint = "The checker ended without a verdict";
    if (testlibMode == _interactor)
      complaint = "The interactor ended without a verdict";
    if (testlibMode == _validator && !inf.readToEnd())
      complaint = "The validator ended without readEof";
    if (!unused.empty())
      complaint = "An option is given and never used: ";
    if (!complaint)
      return;
    std::fflush(NULL);
    std::cout.flush();
    std::fprintf(stderr, "FAIL %s%s\n", complaint, unused.c_str());
    std::_Exit(3);
  }
};

static TestlibFinalizeGuard testlibFinalizeGuard;
