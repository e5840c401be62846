/** Which help page (docs/concepts) explains a term of the page. */

const ATTRIBUTES: Record<string, string> = {
  potential: 'potential', liberties: 'strings', key: 'strings', status: 'reading', strings: 'strings', stones: 'strings',
  inner_territory: 'territory', eyes: 'eyes', encirclement: 'dame', dame: 'dame', moves: 'groups', pon: 'pon', strength: 'groups',
  pon_strength: 'pon', importance: 'groups', class: 'groups', groups: 'groups', side_length: 'families', area: 'families',
};

const SUMS: Record<string, string> = { total: 'judgement', territory: 'territory', moyo: 'territory', compensation: 'play' };
const GOALS: Record<string, string> = { ladder: 'ladder', capture: 'reading', life: 'eyes', connect: 'links', eyes: 'eyes', race: 'races' };
const INTENTIONS: Record<string, string> = { joseki: 'joseki', tesuji: 'tesuji', fuseki: 'pon', endgame: 'endgame', capture: 'reading', moyo: 'territory' };

export const attributePage = (name: string) => ATTRIBUTES[name] ?? 'recognition';
export const sumPage = (name: string) => SUMS[name] ?? 'judgement';
export const goalPage = (name: string) => GOALS[name] ?? 'reading';
export const intentionPage = (name: string) => INTENTIONS[name] ?? 'decision';
