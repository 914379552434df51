#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>

/// The functions of expat that the package calls, looked up when the first manifest is read.
#define EXPAT_FUNCTIONS(apply) \
  apply(XML_ParserCreate) \
  apply(XML_ParserFree) \
  apply(XML_SetUserData) \
  apply(XML_SetElementHandler) \
  apply(XML_SetCharacterDataHandler) \
  apply(XML_SetStartDoctypeDeclHandler) \
  apply(XML_Parse) \
  apply(XML_StopParser) \
  apply(XML_GetErrorCode) \
  apply(XML_ErrorString) \
  apply(XML_GetCurrentLineNumber)

#define EXPAT_FIELD(function) __typeof__(function) *_Nonnull function;

// Newer headers deprecate XML_GetCurrentLineNumber, but older libraries have no other.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

/// The addresses of the functions.
struct expat_functions {
  EXPAT_FUNCTIONS(EXPAT_FIELD)
};

#pragma clang diagnostic pop

#undef EXPAT_FIELD

/// Loads the library `libexpat.so.1`, and looks up all functions. It is never unloaded.
///
/// Stores the functions and returns 1; returns 0 if the library is missing, or lacks a function.
int expat_load(struct expat_functions *_Nonnull functions);

#endif
