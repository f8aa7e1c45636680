/** The place of a new regatta that is copied from an earlier one. */

export interface Place {
  timezone: string;
  city: string;
  countryCode: string;
}

const FIELDS = ['timezone', 'city', 'countryCode'] as const;

/**
 * The place that a form shows once an earlier regatta was chosen: that of the regatta, except where the person
 * has typed something else.
 *
 * @param shown what the form shows until now
 * @param proposed what the form showed before anything was chosen or typed
 * @param before place of the regatta that was chosen until now, if one was
 * @param chosen place of the regatta that is chosen now; `undefined` when the form starts empty again
 */
export function copiedPlace(
  shown: Place,
  proposed: Place,
  before: Place | undefined,
  chosen: Place | undefined,
): Place {
  const place = { ...shown };
  for (const field of FIELDS) {
    const isTyped = shown[field] !== proposed[field] && shown[field] !== before?.[field];
    if (!isTyped) place[field] = (chosen ?? proposed)[field];
  }
  return place;
}
