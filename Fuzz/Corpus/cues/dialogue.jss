0#T100
0:00:00.50 0:00:02.00 D Hello\nand a second line
0:00:01.50 0:00:03.00 D Overlaps
0:00:06.00 0:00:08.33 D The last one
