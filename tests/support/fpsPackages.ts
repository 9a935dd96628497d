import { SUM } from './packages.ts'

/** Answers like the checkers of HUSTOJ: the answer comes second, and anything but 0 is wrong. */
const FPS_CHECKER = `#include <stdio.h>
int main(int argc, char *args[]) {
    FILE *answer = fopen(args[2], "r"), *output = fopen(args[3], "r");
    long long want, got;
    if (fscanf(answer, "%lld", &want) != 1 || fscanf(output, "%lld", &got) != 1) return 5;
    return want == got ? 0 : 1;
}
`

export const fpsText = (extra = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<fps version="1.4" url="https://example.org/fps">
<generator name="somebody" url="https://example.org"/>
<item>
<title><![CDATA[Sum of Waves]]></title>
<time_limit unit="ms"><![CDATA[1500]]></time_limit>
<memory_limit unit="kb"><![CDATA[65536]]></memory_limit>
<img><src><![CDATA[/upload/wave.png]]></src><base64><![CDATA[${Buffer.from('\x89PNG wave', 'latin1').toString('base64')}]]></base64></img>
<description><![CDATA[<p>Add <i>a</i> and b.</p><img src="/upload/wave.png">]]></description>
<input><![CDATA[Two integers]]></input>
<output><![CDATA[One integer]]></output>
<sample_input><![CDATA[1 2
]]></sample_input>
<sample_output><![CDATA[3
]]></sample_output>
<test_input><![CDATA[1 2
]]></test_input>
<test_output><![CDATA[3
]]></test_output>
<test_input><![CDATA[7 8
]]></test_input>
<test_output><![CDATA[15
]]></test_output>
<hint><![CDATA[]]></hint>
<source><![CDATA[Free]]></source>
<template language="C"><![CDATA[int main() {}]]></template>
<solution language="C++"><![CDATA[${SUM}]]></solution>
${extra}</item>
</fps>
`

export const fpsChecked = () => fpsText(`<spj language="C"><![CDATA[${FPS_CHECKER}]]></spj>\n`)

/** How HUSTOJ and its kin begin an export: a blank line or two, and the document type that names rules on a site long gone. */
export const FPS_HEAD = `
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fps PUBLIC
"-//freeproblemset//An opensource XML standard for Algorithm Contest Problem Set//EN"
"http://hustoj.com/fps.current.dtd" >
<fps version="1.6" url="https://github.com/zhblue/freeproblemset/">
<generator name="HUSTOJ" url="https://github.com/zhblue/hustoj/" />
`

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** One item of such an export; `tests` is everything between the samples and the hint. */
export const fpsItem = (title: string, tests = '', extra = ''): string => `<item>
<title>${cdata(title)}</title>
<url>${cdata('http://oj.example.org/problem.php?id=1000')}</url>
<time_limit unit="s">${cdata('1')}</time_limit>
<memory_limit unit="mb">${cdata('128')}</memory_limit>
<description>${cdata('<span style="color:#333">求 a+b</span>')}</description>
<input>${cdata('两个整数')}</input>
<output>${cdata('一个整数')}</output>
<sample_input>${cdata('1 2\r\n')}</sample_input>
<sample_output>${cdata('3\r\n')}</sample_output>
${tests}
<hint>${cdata('')}</hint>
<source>${cdata('练习')}</source>
<remote_oj></remote_oj>
<remote_id></remote_id>
${extra}
</item>
`

/** A test of such an export. */
export const fpsTest = (input: string, output: string | null, name?: string): string => {
  const named = name === undefined ? '' : ` name="${name}"`
  const answer = output === null ? '' : `<test_output${named}>${cdata(output)}</test_output>\n`
  return `<test_input${named}>${cdata(input)}</test_input>\n${answer}`
}
