/**
 * Joke of the fortune "undefined behaviour": the elements of the page fall down for some seconds and return
 * by themselves, or at once on Escape. Only transforms are animated: everything stays readable and usable.
 */

/** Duration for one element, and the longest delay of its start (ms). */
const DURATION = 6000
const SPREAD = 900

const MOST = 160

const PIECES = [
  'header a',
  'header button',
  'main h2',
  'main p',
  'main li',
  'main tr',
  'main img',
  'main button',
  'main [role="img"]',
  'footer a',
  'footer button',
].join(',')

const between = (least: number, most: number) => least + Math.random() * (most - least)

const isInSight = ({ top, bottom, width }: DOMRect) => width > 0 && bottom > 0 && top < innerHeight

/** Visible elements that are not nested in one another, at most MOST. */
function pieces(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(PIECES)]
    .filter(
      (piece) =>
        isInSight(piece.getBoundingClientRect()) &&
        !piece.parentElement?.closest(PIECES) &&
        !piece.closest('[inert]'),
    )
    .slice(0, MOST)
}

function fall(piece: HTMLElement): Animation {
  const { bottom } = piece.getBoundingClientRect()
  const floor = Math.max(0, innerHeight - bottom - between(0, 40))
  const turn = between(-24, 24)
  const aside = between(-16, 16)
  const landed = `translate(${aside}px, ${floor}px) rotate(${turn}deg)`
  return piece.animate(
    [
      { transform: 'none' },
      { transform: `rotate(${turn / 12}deg)`, offset: 0.03 },
      { transform: `rotate(${-turn / 10}deg)`, offset: 0.06, easing: 'cubic-bezier(.5,0,1,.7)' },
      { transform: landed, offset: 0.26, easing: 'cubic-bezier(0,.4,.6,1)' },
      {
        transform: `translate(${aside}px, ${floor * 0.93}px) rotate(${turn}deg)`,
        offset: 0.3,
        easing: 'cubic-bezier(.5,0,1,.7)',
      },
      { transform: landed, offset: 0.34 },
      { transform: landed, offset: 0.74, easing: 'cubic-bezier(.5,0,.1,1)' },
      { transform: 'none' },
    ],
    { duration: DURATION, delay: between(0, SPREAD) },
  )
}

/** Lets falling elements leave boxes that would clip them; returns a function that restores the boxes. */
function loosen(): () => void {
  const boxes = [...document.querySelectorAll<HTMLElement>('main *')].filter((box) => {
    const { overflowY } = getComputedStyle(box)
    return overflowY === 'auto' && box.scrollHeight <= box.clientHeight
  })
  for (const box of boxes) box.style.overflow = 'visible'
  document.body.style.overflowX = 'clip'
  return () => {
    for (const box of boxes) box.style.removeProperty('overflow')
    document.body.style.removeProperty('overflow-x')
  }
}

/**
 * Starts the animation and returns a function that ends it early; `onEnd` is called when all elements are
 * back.
 */
export function letEverythingFall(onEnd: () => void): () => void {
  const fasten = loosen()
  const falling = pieces().map(fall)
  const end = () => {
    for (const animation of falling) animation.cancel()
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') end()
  }
  window.addEventListener('keydown', onKey)
  void Promise.allSettled(falling.map(({ finished }) => finished)).then(() => {
    window.removeEventListener('keydown', onKey)
    fasten()
    onEnd()
  })
  return end
}
