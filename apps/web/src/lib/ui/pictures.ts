import { imageQuality, imageWidths } from '@recado/contracts/shared/images'

type Sources = { src: string; srcSet: string }

const widest = imageWidths[imageWidths.length - 1] ?? 0
const addressOf = (source: string, width: number): string => {
  const w = imageWidths.find((one) => one >= width) ?? widest
  return `/api/v1/images?${new URLSearchParams({ url: source, w: String(w), q: String(imageQuality) })}`
}

/** Addresses of a picture that is shown `width` pixels wide, for common screens and for dense ones. */
export const pictureSources = (source: string, width: number): Sources | { src: string } => {
  if (/^(data|blob):/.test(source)) return { src: source }
  const [plain, dense] = [addressOf(source, width), addressOf(source, width * 2)]
  return { src: dense, srcSet: `${plain} 1x, ${dense} 2x` }
}
