/** "2000 m", "2km", "500m", "2.000 m" in metres; `null` where a text is no distance. */
export function distanceOf(text: string): number | null {
  const [, digits = '', unit = ''] =
    /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(km|m\b|meters?|metres?|meter)?\.?$/i.exec(text.slice(0, 40)) ??
    [];
  if (digits === '') return null;
  const isKilometres = unit.toLowerCase() === 'km';
  const isThousands = !isKilometres && /[.,]\d{3}$/.test(digits);
  const value = Number(isThousands ? digits.replace(/[.,]/, '') : digits.replace(',', '.'));
  const meters = Math.round(isKilometres ? value * 1000 : value);
  return meters >= 1 ? meters : null;
}
