const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in bytes in words, e.g. `1.2 MB`. */
export const fileSize = (bytes: number, language: string): string => {
  const step = bytes < 1 ? 0 : Math.min(Math.max(Math.floor(Math.log2(bytes) / 10) - 1, 0), units.length - 1)
  const size = Math.max(bytes / 1024 ** (step + 1), 0.1)
  return new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : language, {
    style: 'unit',
    unit: units[step] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size)
}
