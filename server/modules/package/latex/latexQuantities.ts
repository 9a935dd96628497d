/** Numbers and units of siunitx as formulas. */

/** Commands and what they become; `\ensuremath` is a formula within text and nothing within a formula. */
export const QUANTITIES = {
  num: quantity(1, ([value = '']) => number(value)),
  ang: quantity(1, ([value = '']) => `${number(value)}^\\circ`),
  si: quantity(1, ([unit = '']) => units(unit)),
  unit: quantity(1, ([unit = '']) => units(unit)),
  SI: quantity(2, ([value = '', unit = '']) => measure(number(value), unit)),
  qty: quantity(2, ([value = '', unit = '']) => measure(number(value), unit)),
  numrange: quantity(2, ([from = '', to = '']) => range(from, to)),
  SIrange: quantity(3, ([from = '', to = '', unit = '']) => measure(range(from, to), unit)),
  qtyrange: quantity(3, ([from = '', to = '', unit = '']) => measure(range(from, to), unit)),
}

function quantity(count: number, formula: (given: readonly string[]) => string) {
  return { count, fallback: null, body: (given: readonly string[]) => `\\ensuremath{${formula(given)}}` }
}

const range = (from: string, to: string) => `${number(from)}\\text{–}${number(to)}`

const measure = (value: string, unit: string) => `${value}\\,${units(unit)}`

/** A number with its digits in groups of three, from five digits on: `1e6`, `12345.5`, and any other text as it is. */
function number(text: string): string {
  const [, sign = '', whole = '', part = '', power] =
    /^([+-]?)(\d*)((?:[.,]\d+)?)(?:[eE]([+-]?\d+))?$/.exec(text.replace(/[\s_]/g, '')) ?? []
  if (!whole && !part && power === undefined) return text
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(?:\d{3})+$)/g, '\\,') : whole
  const mantissa = `${sign}${grouped}${part}`
  if (power === undefined) return mantissa
  return mantissa ? `${mantissa} \\times 10^{${power}}` : `10^{${power}}`
}

const SYMBOLS: Readonly<Record<string, string>> = {
  nano: 'n',
  micro: '\\mu ',
  milli: 'm',
  centi: 'c',
  deci: 'd',
  kilo: 'k',
  mega: 'M',
  giga: 'G',
  tera: 'T',
  kibi: 'Ki',
  mebi: 'Mi',
  gibi: 'Gi',
  metre: 'm',
  meter: 'm',
  gram: 'g',
  second: 's',
  minute: 'min',
  hour: 'h',
  day: 'd',
  byte: 'B',
  bit: 'bit',
  litre: 'l',
  liter: 'l',
  newton: 'N',
  joule: 'J',
  watt: 'W',
  volt: 'V',
  ampere: 'A',
  hertz: 'Hz',
  kelvin: 'K',
  percent: '\\%',
  degree: '^\\circ ',
  degreeCelsius: '^\\circ C',
  celsius: '^\\circ C',
  per: '/',
  squared: '^2',
  cubed: '^3',
  of: '',
  cdot: '\\cdot ',
}

const units = (text: string): string =>
  `\\mathrm{${text
    .replace(/(?<!\\)%/g, '\\%')
    .replace(/\\([a-zA-Z]+)\s*/g, (_, name: string) =>
      Object.hasOwn(SYMBOLS, name) ? (SYMBOLS[name] ?? '') : name,
    )
    .trim()}}`
