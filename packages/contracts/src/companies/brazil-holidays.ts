import type { Holiday } from './business-hours.ts'

const DAY = 86_400_000

/** Easter Sunday of a year of the Gregorian calendar, at midnight UTC; by the method of Meeus, Jones and Butcher. */
export const easterOf = (year: number): Date => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * sunday) / 451)
  const days = epact + sunday - 7 * shift + 114
  return new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1))
}

/** National holidays that have the same date each year (Lei 662/1949, Lei 6.802/1980, Lei 14.759/2023). */
const yearly: readonly Holiday[] = [
  { date: '01-01', name: 'Confraternização Universal' },
  { date: '04-21', name: 'Tiradentes' },
  { date: '05-01', name: 'Dia do Trabalho' },
  { date: '09-07', name: 'Independência do Brasil' },
  { date: '10-12', name: 'Nossa Senhora Aparecida' },
  { date: '11-02', name: 'Finados' },
  { date: '11-15', name: 'Proclamação da República' },
  { date: '11-20', name: 'Dia da Consciência Negra' },
  { date: '12-25', name: 'Natal' },
]

/** Days that move with Easter: the holiday itself, and the days off that nearly everybody gives. */
const moving = [
  { after: -48, name: 'Carnaval (segunda-feira)' },
  { after: -47, name: 'Carnaval (terça-feira)' },
  { after: -2, name: 'Sexta-feira Santa' },
  { after: 60, name: 'Corpus Christi' },
] as const

/** Brazil's national holidays: those of fixed date come back by themselves, the others are given for each of the years. */
export const brazilianHolidays = (years: readonly number[]): Holiday[] => [
  ...yearly,
  ...years.flatMap((year) =>
    moving.map(({ after, name }) => ({
      date: new Date(easterOf(year).getTime() + after * DAY).toISOString().slice(0, 10),
      name,
    })),
  ),
]
