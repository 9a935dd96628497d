/*
 * testlib.h: the interface that checkers, interactors, validators and
 * generators written for testlib expect, rewritten for this judge.
 *
 * A checker calls registerTestlibCmd and reads `inf` (the input), `ouf` (the
 * contestant's output) and `ans` (the answer). An interactor calls
 * registerInteraction, where `ouf` is the conversation itself and `tout` a file
 * of its own. A validator calls registerValidation and reads `inf` strictly,
 * every blank where it belongs. A generator calls registerGen and draws from
 * `rnd`, which gives the same values for the same command line everywhere.
 *
 * What goes wrong while reading is blamed on the stream it was read from: the
 * contestant's output is wrong, everything else is a broken test.
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
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define TESTLIB_VERSION "of this judge, 2"

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _dirt = 4, _points = 5, _unexpected_eof = 8, _partially = 16 };

/* A partial result of so many percent. */
#define _pc(percent) (TResult(_partially + (percent)))

enum TMode { _input, _output, _answer };
enum TTestlibMode { _unknown, _checker, _validator, _generator, _interactor, _scorer };

static TTestlibMode testlibMode = _unknown;

#include "testlib/text.h"
#include "testlib/numbers.h"
#include "testlib/pattern.h"
#include "testlib/stream.h"
#include "testlib/reading.h"
#include "testlib/outcome.h"
#include "testlib/random.h"
#include "testlib/options.h"
#include "testlib/register.h"

#endif
