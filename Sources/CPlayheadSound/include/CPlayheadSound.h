#ifndef CSOUND_H
#define CSOUND_H

#include "alsa_functions.h"
#include "ltc_functions.h"
#include "pulse_functions.h"
#include "sequencer_functions.h"

#endif
