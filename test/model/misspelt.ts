/**
 * Ways to misspell the properties of bodies, which are refused where the property itself is not sent
 * (decision R7). Written from the decision alone; shares nothing with the service.
 */

/** By the property that was meant. */
export const MISSPELT: Record<string, string[]> = {
  externalId: ['externalID', 'external_id', 'extrenalId'],
  name: ['Name', 'na-me'],
  clubId: ['clubid', 'culbId', 'club'],
  boatIndex: ['boat_index', 'botIndx'],
  sortOrder: ['SortOrder', 'sort-order', 'sortOder'],
  raceNumber: ['racenumber', 'RACE_NUMBER', 'raceNumbers'],
  title: ['Title', 'TITLE_'],
  scheduledAt: ['scheduledat', 'schedueldAt', 'scheduled'],
  distanceMeters: ['distance', 'Distance', 'distance_metres'],
  boatClass: ['boat-class', 'boatClas', 'obatClsas'],
  round: ['ROUND'],
  divisionLabel: ['division_label', 'divisonLabel'],
  resultMode: ['resultmode', 'resultsMode', 'reusltMdoe'],
  resultVisibility: ['result_visibility', 'resultVisibilty'],
  laneScheme: ['LaneScheme', 'laneSchema', 'lanesSchemes'],
  notes: ['Notes', 'no_tes'],
  position: ['Position', 'posiiton', 'positon'],
  positionLabel: ['positionlabel', 'positonLable'],
  teamExternalId: ['teamexternalId', 'team_external_id', 'teamExternald'],
  status: ['Status', 'staus', 'stattuss'],
  finishTimeMillis: ['finishTime', 'finish_time', 'finishTimeMilis'],
  finishPlace: ['finishplace', 'finshPalce'],
  penaltyMillis: ['penalty', 'PENALTY', 'penaltyMilli'],
  defaultResultMode: ['default_result_mode', 'defaultResultModes'],
  defaultResultVisibility: ['defaultresultvisibility', 'defaultResultVisiblity'],
  venueDay: ['venueday', 'venuDay', 'venueDate'],
  delayMinutes: ['delay', 'DELAY', 'delayMintues'],
};
