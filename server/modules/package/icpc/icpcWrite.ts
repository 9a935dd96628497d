import { SCRIPTS } from '#judge/languages.ts'
import { passesOf } from '#judge/needs.ts'
import { extensionFor, familyOf } from '../../solution/languages.ts'
import { ownOf, type Places } from '../extension.ts'
import type { PackageProblem, PackageWriter, PutFile, Written } from '../format.ts'
import { putIcpcMakers } from '../makers.ts'
import { putIcpcRefereeTests } from '../refereeTests.ts'
import type { Notes } from '../report.ts'
import { joinWords } from '../shellWords.ts'
import { OWN_FILE } from './icpc.ts'
import { padded, pointsOfCase, putCases, yaml } from './icpcWriteCases.ts'
import { putSolutions } from './icpcWriteSolutions.ts'
import { annexPaths, LANGUAGE, putStatements } from './icpcWriteStatements.ts'
import { lacksTestlib, testlibHeader } from './testlibHeader.ts'

/**
 * Writes a problem as a legacy ICPC package. What that format knows is written by its rules, for other
 * systems; the rest goes to a file of our own.
 */
export const writeIcpc: PackageWriter = (problem, notes) => {
  const written: Written = new Map()
  const put = (path: string, content: string | Uint8Array, executable = false) => {
    written.set(path, { content: typeof content === 'string' ? Buffer.from(content) : content, executable })
    return path
  }
  put('problem.yaml', yaml(settingsOf(problem)))
  put('domjudge-problem.ini', iniOf(problem))
  put('.timelimit', `${problem.timeMs / 1000}\n`)
  if (problem.fileIo) notes.leftOut('fileIo', problem.fileIo)
  const paths = annexPaths(problem)
  const exact = putStatements(problem, paths, put)
  for (const [at, sample] of problem.samples.entries()) {
    const base = `data/sample/${padded(at + 1, problem.samples.length)}`
    put(`${base}.in`, sample.input)
    put(`${base}.ans`, sample.output)
  }
  const places: Places = {
    ...putPrograms(problem, put, notes),
    templates: putNamed(problem.templates, (key) => `templates/${key}.txt`, put),
    userFiles: putNamed(problem.userFiles, (name) => `include/default/${name}`, put),
    annexes: problem.annexes.map(({ name, content }) => ({
      name,
      file: put(paths.get(name) ?? `attachments/${name}`, content),
    })),
    cases: putCases(problem, put, notes),
    solutions: putSolutions(problem, put),
    makers: putIcpcMakers(problem, put, buildScript),
    refereeTests: putIcpcRefereeTests(problem.refereeTests, put),
  }
  put(
    OWN_FILE,
    `# What this format has no word for; read by the site the package comes from.\n${yaml(ownOf(problem, places, exact))}`,
  )
  return written
}

function settingsOf(problem: PackageProblem & { displayId: string }) {
  const flags = flagsOf(problem)
  const passes = passesOf(problem)
  const custom = [
    'custom',
    ...(problem.interactor ? ['interactive'] : []),
    ...(passes > 1 ? ['multi-pass'] : []),
  ]
  const isCustom = problem.interactor !== null || problem.checker.kind === 'program'
  const scored = problem.scoring === 'OI'
  const types = [...(scored ? ['scoring'] : []), ...(problem.outputOnly ? ['submit-answer'] : [])]
  const source = problem.statements.find(({ source }) => source !== '')?.source
  const families = [...new Set(problem.languageKeys.map(familyOf))]
  return {
    problem_format_version: 'legacy',
    name: Object.fromEntries(problem.statements.map(({ locale, title }) => [LANGUAGE[locale], title])),
    ...(source ? { source } : {}),
    ...(types.length > 0 ? { type: types.join(' ') } : {}),
    keywords: problem.tags,
    ...(families.length > 0 ? { languages: families } : {}),
    limits: {
      time_limit: problem.timeMs / 1000,
      memory: problem.memoryMb,
      ...(problem.outputBytes === null
        ? {}
        : { output: Math.max(1, Math.ceil(problem.outputBytes / 1024 / 1024)) }),
      ...(passes > 1 ? { validation_passes: passes } : {}),
    },
    validation: isCustom ? [...custom, ...(scored ? ['score'] : [])].join(' ') : 'default',
    ...(flags ? { validator_flags: flags } : {}),
  }
}

/** Arguments of the program that judges, or those of the default validator that are closest to a built-in checker. */
function flagsOf({ checker, interactor }: PackageProblem): string {
  const program = interactor ?? (checker.kind === 'program' ? checker : null)
  if (program) return joinWords(program.flags ?? [])
  if (checker.kind !== 'floats' && checker.kind !== 'tokens') return 'case_sensitive'
  return [
    ...(checker.kind === 'floats'
      ? [`float_absolute_tolerance ${checker.absolute} float_relative_tolerance ${checker.relative}`]
      : []),
    ...(checker.caseSensitive ? ['case_sensitive'] : []),
    ...(checker.spaceSensitive ? ['space_change_sensitive'] : []),
  ].join(' ')
}

const iniOf = ({ displayId, timeMs, statements }: PackageProblem & { displayId: string }) => {
  const title = (statements[0]?.title ?? displayId).replace(/'/g, '’')
  return `short-name = '${displayId}'\nname = '${title}'\ntimelimit = '${timeMs / 1000}'\n`
}

function putNamed(files: Record<string, string>, pathOf: (name: string) => string, put: PutFile) {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [put(pathOf(name), content), name]),
  )
}

/** Writes programs; a script adapts testlib's convention to the validator's. */
function putPrograms(
  problem: PackageProblem,
  put: PutFile,
  notes: Notes,
): Pick<Places, 'checker' | 'interactor' | 'judgeFiles'> {
  const program = problem.interactor ?? (problem.checker.kind === 'program' ? problem.checker : null)
  const folder = 'output_validators/validator'
  const judgeFiles = putNamed(
    problem.judgeFiles,
    (name) => `${folder}/${name}`,
    (path, content) => put(path, content, path === `${folder}/run`),
  )
  const plain = `${problem.interactor ? 'interactor' : 'checker'}.${program ? extensionFor(program.language) : ''}`
  if (!program) {
    if (!['tokens', 'floats'].includes(problem.checker.kind))
      notes.converted('checkerClosest', { name: problem.checker.kind })
    return { checker: null, interactor: null, judgeFiles }
  }
  const ofScripts = program.language === SCRIPTS
  const name = ofScripts ? 'build' : plain
  const path = put(`${folder}/${name}`, program.source, ofScripts)
  if (program.convention !== 'kattis') {
    if (lacksTestlib(program.source, problem.judgeFiles)) put(`${folder}/testlib.h`, testlibHeader())
    put(`${folder}/build`, buildScript(name, program.language), true)
    put(`${folder}/run`, runScript(problem, pointsOfCase(problem)), true)
    notes.converted('checkerAdapter', {}, path)
  }
  if (problem.interactor?.convention === 'polygon') notes.leftOut('interactorChecker', {}, path)
  // An interactive problem keeps an unused checker in its settings.
  const idle = problem.interactor && problem.checker.kind === 'program'
  return {
    checker: idle
      ? put(`${folder}/unused-checker.txt`, problem.checker.kind === 'program' ? problem.checker.source : '')
      : problem.interactor
        ? null
        : path,
    interactor: problem.interactor ? path : null,
    judgeFiles,
  }
}

const buildScript = (name: string, language: string) => {
  const compiler = language.startsWith('c11')
    ? 'gcc -std=c11'
    : `g++ -std=c++${/\d\d/.exec(language)?.[0] ?? '17'}`
  return `#!/bin/sh
cd "$(dirname "$0")" && exec ${compiler} -O2 -I. -o program ${name} -lm
`
}

/**
 * Script that maps exit codes of testlib and of the site to those of a validator; messages go to the judges.
 * In scored problems a partial result (percent on standard output with 99, in testlib's message with 7)
 * becomes points.
 */
const runScript = (problem: PackageProblem, points: number | null) => {
  const interactive = problem.interactor !== null
  // Between passes, testlib's programs keep their files where they run.
  const settle = `set -- "$(realpath "$1")" "$(realpath "$2")" "$(realpath "$3")"
cd "$3" || exit 1
`
  return `#!/bin/sh
# input answer feedback-folder; the submission's output comes on standard input
here="$(realpath "$(dirname "$0")")"
${passesOf(problem) > 1 ? settle : ''}${interactive ? ': > "$3/output"' : 'cat > "$3/output"'}
"$here/program" "$1" "$3/output" "$2" 2> "$3/judgemessage.txt"${interactive ? '' : ' > "$3/percent"'}
code=$?
${points === null ? '' : partialScript(points, interactive)}case "$code" in
  0|100) exit 42 ;;
  1|2|7|99|101|102) exit 43 ;;
  *) exit 1 ;;
esac
`
}

const partialScript = (points: number, interactive: boolean) => `percent=
${interactive ? '' : '[ "$code" = 99 ] && percent=$(head -n 1 "$3/percent")\n'}[ "$code" = 7 ] && percent=$(sed -n 's/^\\(points \\|partially correct (\\)\\([0-9.]*\\).*/\\2/p' "$3/judgemessage.txt" | head -n 1)
if [ -n "$percent" ]; then
  awk "BEGIN { print $percent * ${points} / 100 }" > "$3/score.txt"
  exit 42
fi
`
