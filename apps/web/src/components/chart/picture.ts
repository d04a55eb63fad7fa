/** Pixels of the picture for each of the page. */
const SCALE = 2

const svgStyles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

type Painter = { canvas: CanvasRenderingContext2D; left: number; top: number }

const imageOf = async (drawing: SVGSVGElement): Promise<HTMLImageElement> => {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [index, original] of [drawing, ...drawing.querySelectorAll<SVGElement>('*')].entries()) {
    const style = getComputedStyle(original)
    for (const name of svgStyles) copies[index]?.style.setProperty(name, style.getPropertyValue(name))
  }
  const { width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  // A picture inside of a picture does not see the fonts of the page.
  copy.style.fontFamily = 'system-ui, sans-serif'
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

const paintText = ({ canvas, left, top }: Painter, node: Text, style: CSSStyleDeclaration) => {
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  canvas.fillStyle = style.color
  const range = document.createRange()
  // Word by word, because lines may break between them.
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index)
    range.setEnd(node, word.index + word[0].length)
    const place = range.getBoundingClientRect()
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = canvas.measureText(word[0])
    canvas.fillText(word[0], place.left - left, place.top - top + (place.height + above - below) / 2)
  }
}

const paint = async (painter: Painter, element: Element): Promise<void> => {
  const { canvas, left, top } = painter
  const place = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  // What only screen readers see is one pixel that hides the rest; frames of charts are empty, but hide nothing.
  const isPixel = place.width <= 1 && place.height <= 1 && style.overflow !== 'visible'
  const isSeen = !isPixel && style.visibility !== 'hidden' && style.opacity !== '0'
  // Buttons and the like say that they are no part of it.
  if (!isSeen || element.hasAttribute('data-outside-picture')) return
  if (element instanceof SVGSVGElement) {
    canvas.drawImage(await imageOf(element), place.left - left, place.top - top, place.width, place.height)
    return
  }
  canvas.fillStyle = style.backgroundColor
  canvas.beginPath()
  canvas.roundRect(place.left - left, place.top - top, place.width, place.height, Number.parseFloat(style.borderRadius))
  canvas.fill()
  for (const child of element.childNodes) {
    if (child instanceof Text) paintText(painter, child, style)
    else if (child instanceof Element) await paint(painter, child)
  }
}

/** What an element looks like, as a PNG: its backgrounds, texts and drawings. */
export const pictureOf = async (element: HTMLElement): Promise<Blob> => {
  const { left, top, height } = element.getBoundingClientRect()
  const width =
    Math.max(...[element, ...element.querySelectorAll('td')].map((e) => e.getBoundingClientRect().right)) - left
  const sheet = document.createElement('canvas')
  sheet.width = Math.ceil(width * SCALE)
  sheet.height = Math.ceil(height * SCALE)
  const canvas = sheet.getContext('2d')
  if (!canvas) throw new Error('This browser draws no pictures')
  canvas.scale(SCALE, SCALE)
  canvas.fillStyle = getComputedStyle(element).backgroundColor
  canvas.fillRect(0, 0, width, height)
  await paint({ canvas, left, top }, element)
  const picture = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('The picture is too large for this browser')
  return picture
}
