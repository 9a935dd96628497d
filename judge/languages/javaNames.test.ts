import { describe, expect, it } from 'vitest'
import { javaNames } from './javaNames.ts'

const MAIN = 'public static void main(String[] args) {}'

describe('what a Java source is called and where it starts', () => {
  it.each([
    ['the usual', `public class Main { ${MAIN} }`, 'Main.java', 'Main'],
    ['another name', `import java.util.*;\npublic class Solution { ${MAIN} }`, 'Solution.java', 'Solution'],
    ['a name of its own, not public', `class abc { ${MAIN} }`, 'Main.java', 'abc'],
    ['helpers first', `class A {} class B { void f() {} } class C { ${MAIN} }`, 'Main.java', 'C'],
    ['helpers and a public one', `class A {} final public class B { ${MAIN} }`, 'B.java', 'B'],
    ['the public one has no main', `public class A {} class B { ${MAIN} }`, 'A.java', 'B'],
    ['several start', `class A { ${MAIN} } class Main { ${MAIN} }`, 'Main.java', 'Main'],
    ['several start, one is public', `class Main { ${MAIN} } public class B { ${MAIN} }`, 'B.java', 'B'],
    ['a package', `package org.icpc.a; public class B { ${MAIN} }`, 'B.java', 'org.icpc.a.B'],
    ['an annotated package', `@Deprecated package a . b ; class C { ${MAIN} }`, 'Main.java', 'a.b.C'],
    ['an enum', `public enum E { A, B; ${MAIN} }`, 'E.java', 'E'],
    ['an interface', 'public interface I { static void main(String[] a) {} }', 'I.java', 'I'],
    ['a record', `public record P(int x, int[] y) { ${MAIN} }`, 'P.java', 'P'],
    ['a record with parameters', `public record P<T extends Comparable<T>>(T x) { ${MAIN} }`, 'P.java', 'P'],
    ['an annotation type', `public @interface A {} class B { ${MAIN} }`, 'A.java', 'B'],
    [
      'annotations',
      `@SuppressWarnings({"unchecked", "class X {"}) @A(b = @C({1})) public class D { ${MAIN} }`,
      'D.java',
      'D',
    ],
    ['modifiers in any order', `strictfp abstract public class D { ${MAIN} }`, 'D.java', 'D'],
    ['sealed', `public sealed class S permits T { ${MAIN} } final class T extends S {}`, 'S.java', 'S'],
    [
      'a comment that lies',
      `// public class A {\n/* public class B { */ public class C { ${MAIN} }`,
      'C.java',
      'C',
    ],
    ['a comment of stars', `/***/ /* * / **/ public class C { ${MAIN} }`, 'C.java', 'C'],
    ['a string that lies', `class A { String s = "} public class B {\\" }"; ${MAIN} }`, 'Main.java', 'A'],
    ['characters', `class A { char c = '}', d = '\\'', e = '"'; } public class B { ${MAIN} }`, 'B.java', 'B'],
    [
      'a text block that lies',
      `class A { String s = """\n  } public class "X" { \\""" ""\n"""; } public class B { ${MAIN} }`,
      'B.java',
      'B',
    ],
    [
      'inner classes',
      `class A { public static class Main { ${MAIN} } } class B { ${MAIN} }`,
      'Main.java',
      'B',
    ],
    ['a local main', `class A { void f() { main(null); int main; } } class B { ${MAIN} }`, 'Main.java', 'B'],
    ['unicode escapes', `\\u0070ublic cl\\uuu0061ss \\u0041b { ${MAIN} }`, 'Ab.java', 'Ab'],
    ['an escaped escape', `class A { String s = "\\\\u0022"; } public class B { ${MAIN} }`, 'B.java', 'B'],
    [
      'a main with a throw',
      'public class A { public static void main(String... a) throws Exception {} }',
      'A.java',
      'A',
    ],
    ['a main of one’s own', 'class A { void main() {} }', 'Main.java', 'A'],
    ['words that are no keywords', `class record { int record; ${MAIN} }`, 'Main.java', 'record'],
    ['a class literal', `class A { Object o = B.class; ${MAIN} } class B {}`, 'Main.java', 'A'],
    ['no main at all', 'class A {} class Main {}', 'Main.java', 'Main'],
    ['nothing to start', 'class A {}', 'Main.java', 'A'],
    ['nothing', '', 'Main.java', 'Main'],
  ])('%s', (_, source, file, start) => {
    expect(javaNames(source)).toEqual({ file, start })
  })

  it.each([
    'public class ../../etc/passwd { }',
    'public class $(reboot) { }',
    `public class ${'A'.repeat(5000)} { }`,
    'public class A\\u002f..\\u002fB { }',
    'package ../..; public class Main { }',
    'package a..b; class Main { }',
    'public class -J-agentpath { }',
    'public class 主 { }',
    'public class',
    'public class "x',
    '}}}}{{{{ class',
  ])('no name becomes a path or an option: %s', (source) => {
    const { file, start } = javaNames(source)
    expect(file).toMatch(/^[A-Za-z_$][\w$]{0,99}\.java$/)
    expect(start).toMatch(/^[A-Za-z_$][\w$]{0,99}(?:\.[A-Za-z_$][\w$]{0,99}){0,20}$/)
  })

  it.each([
    ['/*', '*'],
    ['"""', '"'],
    ['"', '\\'],
    ['class ', '{'],
    ['', 'class A '],
    ['', '\\u'],
    ['package ', 'a.'],
  ])('takes no time for %j and many of %j', (start, rest) => {
    const began = performance.now()
    javaNames(start + rest.repeat(20_000))
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
