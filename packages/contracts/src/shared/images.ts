/** Widths that pictures come in: of images, then of devices (specification §9). */
export const imageWidths = [16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const
export const imageQuality = 75
