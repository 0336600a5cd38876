/** Units of height, in centimetres (international inch and foot). */
export const centimetresPer = { CM: 1, IN: 2.54, FT: 30.48 };
/** Units of weight, in kilograms (international avoirdupois pound). */
export const kilogramsPer = { KG: 1, LB: 0.45359237 };
//# sourceMappingURL=units.js.map